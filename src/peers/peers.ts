import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Configuration } from '../config/configuration.js';
import { reachableAddress } from './own-address.js';
import { PeerLink } from './peer-link.js';
import type { Asked, Question } from './peer-message.js';
import { PeerServer, type Replier } from './peer-server.js';

/**
 * The processes of the service that know of each other. A peer is named `host:port token`: whoever can read the name, which
 * is kept in the database, can ask it.
 */
@Injectable()
export class Peers implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(Peers.name);
  private readonly token = randomBytes(16).toString('hex');
  private readonly links = new Map<string, PeerLink>();
  private readonly server: PeerServer;
  private replier: Replier = () => Promise.resolve({ askNoMore: true });
  private address?: string;

  constructor(
    private readonly configuration: Configuration,
    private readonly http: HttpAdapterHost,
  ) {
    this.server = new PeerServer(this.token, (question, asker) => this.replier(question, asker));
  }

  /** The name of this process; undefined until it listens, and where it is not to be asked. */
  get own(): string | undefined {
    return this.address && `${this.address} ${this.token}`;
  }

  /** Who answers what others ask this process. */
  answerBy(replier: Replier): void {
    this.replier = replier;
  }

  isUsable(peer: string): boolean {
    return this.link(peer).isUsable;
  }

  ask(peer: string, question: Question): Promise<Asked> {
    return this.link(peer).ask(question);
  }

  /** It can be asked from when the server listens. */
  onApplicationBootstrap(): void {
    const { peerHost } = this.configuration;
    if (peerHost === 'none') return;
    const server = this.http.httpAdapter.getHttpServer() as Server;
    this.server.attachTo(server);
    server.once('listening', () => {
      this.address = reachableAddress(server.address() as AddressInfo, peerHost);
    });
  }

  /** Answers what it has been asked, and nothing more. */
  leave(): Promise<void> {
    this.address = undefined;
    return this.server.leave();
  }

  onModuleDestroy(): void {
    this.server.close();
    for (const link of this.links.values()) link.close();
  }

  private link(peer: string): PeerLink {
    let link = this.links.get(peer);
    if (!link) {
      const [address, token] = peer.split(' ');
      for (const [name, { isUsable }] of this.links) if (!isUsable) this.links.delete(name);
      link = new PeerLink(address, token, (isUp) => {
        this.log.log(
          `${isUp ? 'connected to' : 'no more connected to'} ${address}, which decides zones for others`,
        );
      });
      this.links.set(peer, link);
    }
    return link;
  }
}
