import { Injectable } from '@nestjs/common';

/** Set once the process is asked to stop: it still answers, but should get no new traffic. */
@Injectable()
export class Draining {
  private begun = false;

  begin(): void {
    this.begun = true;
  }

  get hasBegun(): boolean {
    return this.begun;
  }
}
