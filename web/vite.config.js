// SPDX-License-Identifier: Apache-2.0
//
// Three files with fixed names come out: index.html, page.js and page.css. The script is a classic
// one, not a module, so that `brawn report` may put it into a file that is opened from disk.

import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

const root = import.meta.dirname;

/// Hands index.html on as it is.
const html = {
  name: "brawn-html",
  generateBundle() {
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
