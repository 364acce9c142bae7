// SPDX-License-Identifier: Apache-2.0
//
// Where files come from: the server of `brawn view`, or the blocks that `brawn report` has put into
// the page. Both have the same four methods.

const BLOCKS = 'script[type="application/x-brawn"]';

export function open_source(document) {
  const blocks = document.querySelectorAll(BLOCKS);
  return blocks.length ? new ReportSource(blocks) : new ServerSource();
}

/// A failure that the page can explain: `gone` when nobody answers, else what the server says.
export class SourceError extends Error {
  constructor(message, { gone = false, status = 0 } = {}) {
    super(message);
    this.gone = gone;
    this.status = status;
  }
}

export class ServerSource {
  report = false;

  async get(name, options) {
    let answer;
    try {
      answer = await fetch(name, { cache: "no-store", ...options });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new SourceError("The server does not answer", { gone: true });
    }
    if (!answer.ok) throw await refusal(answer, name);
    return answer;
  }

  json = async (name) => (await this.get(name)).json();
  text = async (name) => (await this.get(name)).text();
  bytes = async (name, signal) => (await this.get(name, { signal })).arrayBuffer();
  post = async (name) => (await this.get(name, { method: "POST" })).json();
}

async function refusal(answer, name) {
  let said = null;
  try {
    said = (await answer.json()).error;
  } catch {
    // it is not ours: the status has to do
  }
  return new SourceError(said ?? `${name}: the server answers ${answer.status}`, { status: answer.status });
}

export class ReportSource {
  report = true;

  constructor(blocks) {
    this.block = new Map();
    for (const block of blocks) this.block.set(block.dataset.name, block);
  }

  has = (name) => this.block.has(name);

  async bytes(name) {
    const block = this.block.get(name.split("?")[0]);
    if (!block) throw new SourceError(`${name} is not in this report`, { status: 404 });
    return gunzip(from_base64(block.textContent));
  }

  text = async (name) => new TextDecoder().decode(await this.bytes(name));
  json = async (name) => JSON.parse(await this.text(name));
  post = async () => {
    throw new SourceError("A report cannot do that");
  };
}

export function from_base64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text.replace(/\s+/g, ""));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

export function gunzip(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
