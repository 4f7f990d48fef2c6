/** Counts resources in use, per key and in all. */
export class Slots {
  private readonly taken = new Map<string, number>();
  private total = 0;

  get inUse(): number {
    return this.total;
  }

  /** The keys that have any in use. */
  keys(): Iterable<string> {
    return this.taken.keys();
  }

  inUseOf(key: string): number {
    return this.taken.get(key) ?? 0;
  }

  take(key: string): void {
    this.total += 1;
    this.taken.set(key, this.inUseOf(key) + 1);
  }

  give(key: string): void {
    this.total -= 1;
    const left = this.inUseOf(key) - 1;
    if (left > 0) this.taken.set(key, left);
    else this.taken.delete(key);
  }
}
