import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { Slots } from '../../kernel/slots.js';

/** Of the requests that may be under way in a process, the part that one principal may have. */
const SHARE = 4;

/** Counts the requests of each principal, from their heads on, so that none takes the places of all others. */
@Injectable()
export class RequestsUnderWay {
  private readonly max: number;
  private readonly slots = new Slots();
  /** What gives back the places of a connection's requests. */
  private readonly open = new WeakMap<Socket, Set<() => void>>();

  constructor({ requestLimit }: Configuration) {
    this.max = Math.max(1, Math.floor(requestLimit / SHARE));
  }

  /** Takes a place until the response closes; false if the principal has all of its places. */
  take(principal: string, socket: Socket, response: ServerResponse): boolean {
    // Its connection has closed while the caller was identified, so nothing would give the place back.
    if (socket.destroyed) return true;
    if (this.slots.inUseOf(principal) >= this.max) return false;
    this.slots.take(principal);
    const ends = this.open.get(socket) ?? this.watch(socket);
    const end = (): void => {
      if (ends.delete(end)) this.slots.give(principal);
    };
    ends.add(end);
    response.once('close', end);
    return true;
  }

  /** Node never closes the responses to requests that were pipelined behind one whose connection ended. */
  private watch(socket: Socket): Set<() => void> {
    const ends = new Set<() => void>();
    this.open.set(socket, ends);
    socket.once('close', () => {
      for (const end of ends) end();
    });
    return ends;
  }
}
