// Everything in the address: a link is a position.

/** The content of a link. */
export interface Shared {
  /** The records. */
  text: string;
  /** The line of the record at hand. */
  line: number;
  /** The moves made since. */
  moves: string[];
  /** The computer's level. */
  level: number;
}

async function through(bytes: Uint8Array<ArrayBuffer>, transform: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** RFC 4648, section 5: base64 for addresses, without padding. */
function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
}

/** The part of an address behind `#`. */
export async function toHash(shared: Shared): Promise<string> {
  const text = JSON.stringify([shared.text, shared.line, shared.moves, shared.level]);
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return `s=${toBase64(packed)}`;
}

/** The longest text of a link, unpacked. */
const MAX_SHARED = 16 << 20;

/** The content of an address; `null` if it has none, and an error if it is not whole. */
export async function fromHash(hash: string): Promise<{ shared: Shared | null; embedded: boolean }> {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const embedded = parts.has("embed");
  const packed = parts.get("s");
  const plain = parts.get("r");
  if (plain !== null) return { shared: { text: plain, line: 1, moves: [], level: 2 }, embedded };
  if (packed === null) return { shared: null, embedded };
  const bytes = await through(fromBase64(packed), new DecompressionStream("deflate-raw"));
  if (bytes.length > MAX_SHARED) throw new Error("too long");
  const [text, line, moves, level] = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown[];
  const whole =
    typeof text === "string" && typeof line === "number" && typeof level === "number" &&
    Array.isArray(moves) && moves.every((move) => typeof move === "string");
  if (!whole) throw new Error("not a link of this page");
  return { shared: { text, line, moves, level }, embedded };
}
