/**
 * Notes of which it is open which request each stands for, in all zones: a reservation is confirmed by several clients, perhaps
 * while it moves. Each note is dealt to one of the requests that may have made it, and each acknowledged request to a note, so that
 * as many as possible have one.
 */
export class OpenNotes {
  #answers;
  #notes = [];
  /** Request → its note, and note → its request. */
  #noteOf = new Map();
  #requestOf = new Map();

  constructor(answers) {
    this.#answers = answers;
  }

  /** @param requests those that may have made it */
  add(walk, group, requests) {
    this.#notes.push({ walk, group, requests });
  }

  /** P4: a note that no request stands for. */
  problems() {
    const isLeft = (request) => !this.#answers.has(request, 'whole');
    for (const note of this.#notes) note.requests = note.requests.filter(isLeft);
    const requests = new Set(this.#notes.flatMap((note) => note.requests));
    const notesFor = (request) => this.#notes.filter((note) => note.requests.includes(request));
    const acknowledged = [...requests].filter(({ outcome }) => outcome === 'ok');
    // What has been dealt stays dealt while others are.
    for (const request of acknowledged) this.#deal(request, notesFor, this.#noteOf, this.#requestOf);
    for (const note of this.#notes) {
      if (!this.#requestOf.has(note))
        this.#deal(note, ({ requests: all }) => all, this.#requestOf, this.#noteOf);
    }
    for (const request of this.#noteOf.keys()) this.#answers.take(request, 'whole');
    return this.#notes.filter((note) => !this.#requestOf.has(note)).map(problem);
  }

  /** Finds one a partner; others may get another one for it. */
  #deal(one, partnersOf, partnerOf, ownerOf, seen = new Set()) {
    for (const partner of partnersOf(one)) {
      if (seen.has(partner)) continue;
      seen.add(partner);
      const owner = ownerOf.get(partner);
      if (owner !== undefined && !this.#deal(owner, partnersOf, partnerOf, ownerOf, seen)) continue;
      partnerOf.set(one, partner);
      ownerOf.set(partner, one);
      return true;
    }
    return false;
  }
}

function problem({ walk, group }) {
  const text = 'a reservation was confirmed, or labelled, and nobody has asked for it';
  return { property: 'P4', zone: walk.zone.zone, text, operations: [], entries: group.entries };
}
