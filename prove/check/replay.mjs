import { State } from './state.mjs';

/** Enough of one kind of violation: the first ones tell, thousands would hide them. */
const MOST_OF_A_KIND = 5;

/** Lets a zone's ledger happen again, group by group: P1 after each, and every question while it may be answered. */
export class Replay {
  #zone;
  #groups;
  #complain;
  #count;
  #state;
  #complaints = new Map();
  /** Providers of which capacity was taken by force. */
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
      if (times <= MOST_OF_A_KIND) complain(problem);
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

  /** True when nothing more is to be asked. */
  #settle(question, done) {
    const isAnswered = question.holds(this.#state, done);
    if (isAnswered) this.#count(question.name);
    else if (done >= question.most) this.#failed(question.failure(this.#state, done));
    else return false;
    return true;
  }

  /** Where another zone may yet justify the answer, nothing is said. */
  #failed(problem) {
    if (problem) this.#complain(problem);
  }

  #apply(group, next, done) {
    if (group.force) for (const { p } of group.entries) this.#forced.add(p);
    for (const entry of group.entries) this.#state.apply(entry);
    for (const entry of group.entries) this.#checkFigures(entry, group);
    // Capacity is withdrawn once nobody is subscribed any more.
    if (next?.entries[0].b === group.entries[0].b || group.operation?.p.isClosing) return;
    for (const watch of this.#watches) watch.committed(this.#state, group, done);
  }

  /** P1 where an entry has just moved something: nothing negative, nothing promised that is not there. */
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

  /** Where capacity was taken by force, what instances use alone may be more than there is. */
  #isFact(figure, { allocated }, provider, index) {
    return figure === 'available' && this.#forced.has(provider) && allocated[index] > 0;
  }

  /** P7: all was ended, so nothing is held or used any more, as far ahead as anybody's clock can see. */
  #atTheEnd() {
    const { entries, kind, emptiedAt = 0 } = this.#zone;
    const latest = entries.reduce((last, { w }) => Math.max(last, w), 0);
    // What is over by itself leaves no entry.
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
