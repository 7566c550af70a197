// The engine, over a WebSocket. One decode is under way at a time: what changes meanwhile is decoded next, once.
import { message } from "./cuts.js";

const DOCUMENT = 0;
const CUTS = 1;
const ROLES = 2;

export class Engine {
  #socket;
  #run = 0;
  #sentBytes = null;
  #sentCuts = null;
  #busy = false;
  #wanted = null;
  #waiting = { characters: [], encoded: [], exported: [] };
  #left = 0;
  #encoded = false;

  /** Listeners: `welcome`, `overview`, `roles`, `piece`, `problem`, `lost`; each gets one argument. */
  constructor(listeners) {
    this.listeners = listeners;
    this.#socket = new WebSocket(`ws://${location.host}/engine`);
    this.#socket.binaryType = "arraybuffer";
    this.#socket.onmessage = event =>
      typeof event.data === "string" ? this.#answer(JSON.parse(event.data)) : this.#binary(new Uint8Array(event.data));
    this.#socket.onclose = event => listeners.lost(event.reason);
  }

  /** Decodes a document in its pieces, from one piece on, and requests so many of them. */
  decode(bytes, cuts, settings, from, count) {
    this.#wanted = { bytes, cuts, settings, from, count };
    this.#next();
  }

  #next() {
    if (this.#busy || this.#wanted === null) {
      return;
    }
    const { bytes, cuts, settings, from, count } = this.#wanted;
    this.#wanted = null;
    this.#busy = true;
    if (bytes !== this.#sentBytes) {
      const binary = new Uint8Array(bytes.length + 1);
      binary[0] = DOCUMENT;
      binary.set(bytes, 1);
      this.#socket.send(binary);
      this.#sentBytes = bytes;
      this.#sentCuts = null;
    }
    if (cuts !== this.#sentCuts) {
      this.#socket.send(message(cuts, CUTS));
      this.#sentCuts = cuts;
    }
    this.#run++;
    this.#send({ type: "decode", run: this.#run, settings, from });
    // The pieces, and the end behind the last.
    this.#left = Math.min(count, cuts.length + 2 - from);
    this.#send({ type: "request", count: this.#left });
  }

  /** The sequences that have bytes of a range. */
  characters(from, to) {
    return this.#ask("characters", { type: "characters", from, to });
  }

  /** The bytes of a text, and how many of its characters the encoding does not have. */
  encode(text, encoding) {
    return this.#ask("encoded", { type: "encode", text, encoding });
  }

  /** A Java test and a vector of what was decoded last. */
  export(settings) {
    return this.#ask("exported", { type: "export", settings });
  }

  #ask(answer, command) {
    return new Promise((resolve, reject) => {
      this.#waiting[answer].push({ resolve, reject });
      this.#send(command);
    });
  }

  #send(command) {
    this.#socket.send(JSON.stringify(command));
  }

  #answer(answer) {
    switch (answer.type) {
      case "overview":
        this.listeners.overview(answer);
        break;
      case "piece":
        this.#piece(answer);
        break;
      case "encoded":
        this.#encoded = answer;
        break;
      case "characters":
      case "exported":
        this.#waiting[answer.type].shift().resolve(answer);
        break;
      case "problem":
        this.#failed(answer.message);
        break;
      default:
        this.listeners[answer.type](answer);
    }
  }

  #piece(piece) {
    if (piece.run === this.#run && this.#busy) {
      this.listeners.piece(piece);
      if (--this.#left === 0) {
        this.#busy = false;
        this.listeners.decoded();
        this.#next();
      }
    }
  }

  #failed(why) {
    for (const asked of Object.values(this.#waiting)) {
      asked.splice(0).forEach(each => each.reject(new Error(why)));
    }
    this.listeners.problem(why);
    if (this.#busy) {
      this.#busy = false;
      this.#next();
    }
  }

  #binary(bytes) {
    if (bytes[0] === ROLES) {
      this.listeners.roles(bytes.subarray(1), this.#sentBytes);
    } else {
      this.#waiting.encoded.shift().resolve({ ...this.#encoded, bytes: bytes.slice(1) });
    }
  }
}
