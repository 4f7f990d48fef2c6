/**
 * Notes, in all zones, that several requests may have made: for example, clients confirm the same reservation while it moves. A
 * maximum matching assigns each note to one of its requests, and each acknowledged request to a note.
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

  /** @param requests the requests that may have made the note */
  add(walk, group, requests) {
    this.#notes.push({ walk, group, requests });
  }

  /** P4: a note without a request. */
  problems() {
    const isLeft = (request) => !this.#answers.has(request, 'whole');
    for (const note of this.#notes) note.requests = note.requests.filter(isLeft);
    const requests = new Set(this.#notes.flatMap((note) => note.requests));
    const notesFor = (request) => this.#notes.filter((note) => note.requests.includes(request));
    const acknowledged = [...requests].filter(({ outcome }) => outcome === 'ok');
    // An augmenting path keeps every match that was made before.
    for (const request of acknowledged) this.#deal(request, notesFor, this.#noteOf, this.#requestOf);
    for (const note of this.#notes) {
      if (!this.#requestOf.has(note))
        this.#deal(note, ({ requests: all }) => all, this.#requestOf, this.#noteOf);
    }
    for (const request of this.#noteOf.keys()) this.#answers.take(request, 'whole');
    return this.#notes.filter((note) => !this.#requestOf.has(note)).map(problem);
  }

  /** Finds a partner by an augmenting path. */
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
