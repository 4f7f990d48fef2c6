import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { whenDone } from '../../http/answers/answer-made.js';
import { Slots } from '../../kernel/slots.js';

/** Of the requests that may be under way in a process, the part that one principal may have. */
const SHARE = 4;

/** Counts the requests of each principal, from their heads on, so that none takes the places of all others. */
@Injectable()
export class RequestsUnderWay {
  private readonly max: number;
  private readonly slots = new Slots();

  constructor({ requestLimit }: Configuration) {
    this.max = Math.max(1, Math.floor(requestLimit / SHARE));
  }

  /** Takes a place until the work of the request is done; false if the principal has all of its places. */
  take(principal: string, socket: Socket, response: ServerResponse): boolean {
    // Its connection, and so its response, has closed while the caller was identified.
    if (socket.destroyed) return true;
    if (this.slots.inUseOf(principal) >= this.max) return false;
    this.slots.take(principal);
    let isHeld = true;
    whenDone(response, () => {
      if (isHeld) this.slots.give(principal);
      isHeld = false;
    });
    return true;
  }
}
