import { State } from './state.mjs';

/** Limit of reported violations of one kind. More would hide the first ones. */
const MAX_OF_A_KIND = 5;

/**
 * Replays a zone's ledger group by group. It checks P1 after each group, and each question at the points at which it may have
 * been decided.
 */
export class Replay {
  #zone;
  #groups;
  #complain;
  #count;
  #state;
  #complaints = new Map();
  /** Providers whose capacity was taken by force. */
  #forced = new Set();
  #watches;

  constructor(zone, groups, { complain, count, watches }) {
    this.#watches = watches;
    this.#zone = zone;
    this.#groups = groups;
    this.#state = new State(zone.providers, zone.entries);
    this.#count = count;
    this.#complain = (problem) => {
      const key = `${problem.property} ${problem.text.replaceAll(/\d+/g, '#')}`;
      const times = (this.#complaints.get(key) ?? 0) + 1;
      this.#complaints.set(key, times);
      if (times <= MAX_OF_A_KIND) complain(problem);
    };
  }

  run(questions) {
    const waiting = questions.sort((a, b) => b.least - a.least);
    let open = [];
    for (let done = 0; done <= this.#groups.length; done++) {
      if (done > 0) this.#apply(this.#groups[done - 1], this.#groups[done], done);
      while (waiting.length > 0 && waiting.at(-1).least <= done) open.push(waiting.pop());
      open = open.filter((question) => !this.#settle(question, done));
    }
    this.#atTheEnd();
  }

  /** True when the question is decided. */
  #settle(question, done) {
    const isAnswered = question.holds(this.#state, done);
    if (isAnswered) this.#count(question.name);
    else if (done >= question.most) this.#failed(question.failure(this.#state, done));
    else return false;
    return true;
  }

  /** No problem is reported while another zone may still justify the answer. */
  #failed(problem) {
    if (problem) this.#complain(problem);
  }

  #apply(group, next, done) {
    if (group.force) for (const { p } of group.entries) this.#forced.add(p);
    for (const entry of group.entries) this.#state.apply(entry);
    for (const entry of group.entries) this.#checkFigures(entry, group);
    // The closing withdrawals come after all subscriptions have ended.
    if (next?.entries[0].b === group.entries[0].b || group.operation?.p.isClosing) return;
    for (const watch of this.#watches) watch.committed(this.#state, group, done);
  }

  /** P1 for the figures that an entry has just changed: none is negative, so no more is promised than exists. */
  #checkFigures({ p, s, t, x, q }, group) {
    if (p === null) return;
    for (const name in x) {
      const figures = this.#state.figuresOf(p, name);
      this.#count('figures');
      for (const index of this.#state.places(s, t)) {
        const figure = ['total', 'reserved', 'allocated', 'available'].find((one) => figures[one][index] < 0);
        if (!figure || this.#isFact(figure, figures, p, index)) continue;
        const at = new Date(this.#state.instants[index] * 1000).toISOString();
        const values = Object.entries(figures).map(([one, array]) => `${one} ${array[index]}`);
        this.#complain({
          property: 'P1',
          text: `${figure} of ${name} is negative at ${at} after entry ${q}: ${values.join(', ')}`,
          operations: group.operation ? [group.operation] : [],
          entries: group.entries,
        });
        break;
      }
    }
  }

  /** Where capacity was taken by force, instances alone may use more than the total. No reservation holds anything there. */
  #isFact(figure, { reserved }, provider, index) {
    return figure === 'available' && this.#forced.has(provider) && reserved[index] === 0;
  }

  /** P7: everything was ended, so nothing is held or used from the time of the fastest clock on. */
  #atTheEnd() {
    const { entries, kind, emptiedAt = 0 } = this.#zone;
    const latest = entries.reduce((last, { w }) => Math.max(last, w), 0);
    // A window that ends by itself leaves no entry.
    const from = kind === 'brief' ? Math.max(latest, emptiedAt) : latest;
    for (const provider of this.#zone.providers) {
      for (const name of this.#state.classes) {
        const { total, available } = this.#state.figuresOf(provider, name);
        for (const index of this.#state.places(from, Infinity)) {
          if (index < 0 || total[index] === available[index]) continue;
          const at = new Date(this.#state.instants[index] * 1000).toISOString();
          const text = `all is ended, yet of ${name} ${available[index]} of ${total[index]} are available at ${at}`;
          this.#complain({ property: 'P7', text, operations: [] });
          break;
        }
        this.#count('ends');
      }
    }
  }
}
