// SPDX-License-Identifier: Apache-2.0
//
// Three files with fixed names come out: index.html, page.js and page.css. The script is a classic
// one, not a module, so that `brawn report` may put it into a file that is opened from disk.

import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

const root = import.meta.dirname;

/// What the licences of the libraries ask for, in the file that is passed on.
function notices() {
  const licence = (name) => readFileSync(`${root}/node_modules/${name}/LICENSE`, "utf8").trim();
  return `/*!\nThe page of Brawn. SPDX-License-Identifier: Apache-2.0\n\nWith three.js:\n\n${licence("three")}\n\nand uPlot:\n\n${licence("uplot")}\n*/`;
}

/// Hands index.html on as it is, and puts the notices where no minifier removes them.
const html = {
  name: "brawn-html",
  generateBundle(options, bundle) {
    const script = bundle["page.js"];
    script.code = `${notices()}\n${script.code}`;
    const source = readFileSync(`${root}/index.html`, "utf8");
    this.emitFile({ type: "asset", fileName: "index.html", source });
  },
};

export default defineConfig({
  root,
  base: "./",
  plugins: [html],
  build: {
    outDir: "dist",
    target: "es2022",
    emptyOutDir: true,
    cssCodeSplit: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rollupOptions: {
      input: `${root}/src/main.js`,
      output: {
        format: "iife",
        entryFileNames: "page.js",
        assetFileNames: "page[extname]",
      },
    },
  },
});
