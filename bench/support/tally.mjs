/** Counts the answers of one measurement; shared by the generators for HTTP and for SQL. */
export class Tally {
  unsent = 0;
  bytes = 0;
  #targets = [];
  #requests = [];
  #sent = [];
  #received = [];
  #labels = [];
  #cpu = process.cpuUsage();
  #begun = performance.now();
  #ended = undefined;

  /** @param {Record<string, string>} labels name of an outcome → a text that only its answers hold, the usual one first */
  constructor(labels) {
    this.names = [...Object.keys(labels), 'other', 'broken'];
    this.texts = Object.values(labels);
  }

  /** Counts an answer by what it holds; no answer at all is a broken one. */
  add({ target, index }, sentAt, answer) {
    this.bytes += answer?.length ?? 0;
    this.addLabelled(target.number, index, sentAt, this.#labelOf(answer));
  }

  addLabelled(target, index, sentAt, label) {
    this.#targets.push(target);
    this.#requests.push(index);
    this.#sent.push(sentAt);
    this.#received.push(performance.now());
    this.#labels.push(label);
  }

  stopClock() {
    this.#ended = performance.now();
  }

  /**
   * @param withHistory whether to give every single request too: which it was, when it was sent and answered, and how
   */
  outcome(withHistory = false) {
    this.#ended ??= performance.now();
    const cpu = process.cpuUsage(this.#cpu);
    const seconds = (this.#ended - this.#begun) / 1000;
    const count = this.#sent.length;
    const counts = Object.fromEntries(this.names.map((name) => [name, 0]));
    for (const label of this.#labels) counts[this.names[label]] += 1;
    return {
      count,
      seconds,
      counts,
      rate: count / seconds,
      ...quantiles(this.#sent.map((sentAt, i) => this.#received[i] - sentAt)),
      sample: this.sample,
      unsent: this.unsent,
      bytes: this.bytes / count,
      processorSeconds: (cpu.user + cpu.system) / 1e6,
      history: withHistory ? this.#history() : undefined,
    };
  }

  #history() {
    return {
      names: this.names,
      targets: Uint8Array.from(this.#targets),
      requests: Int32Array.from(this.#requests),
      sent: Float64Array.from(this.#sent),
      received: Float64Array.from(this.#received),
      labels: Uint8Array.from(this.#labels),
    };
  }

  #labelOf(answer) {
    if (answer === undefined) return this.names.length - 1;
    const found = this.texts.findIndex((text) => answer.includes(text));
    if (found !== 0) this.sample ??= answer.toString('utf8', 0, 2000);
    return found < 0 ? this.names.length - 2 : found;
  }
}

/** Milliseconds at the median, and what one in a hundred and one in a thousand exceed. */
export function quantiles(milliseconds) {
  const sorted = Float64Array.from(milliseconds).sort();
  const at = (share) =>
    sorted.length === 0 ? NaN : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { p50: at(0.5), p99: at(0.99), p999: at(0.999) };
}
