import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { BeforeBody } from './before-body.js';
import type { TrustedProxies } from './client-address.js';
import { noteClientName } from '../client-name.js';
import { BodyCollector, hasBody } from '../body/collected-body.js';
import { Connections, type Client, type Connection } from './connections.js';
import type { EdgeLimits } from './edge-limits.js';
import { Intake } from '../intake/intake.js';
import { OVERLOAD_CODE, overloadAnswer } from './overload-answer.js';
import { Places } from './places.js';
import type { RequestFigures } from './request-figures.js';
import { answerMalformed } from './protocol-refusals.js';
import { readTarget } from './request-target.js';
import { leaveUncounted, traceOf } from './request-watch.js';
import { MONITORING } from '../paths.js';

export interface GateParts {
  readonly figures: RequestFigures;
  readonly limits: EdgeLimits;
  readonly proxies: TrustedProxies;
  readonly beforeBody: BeforeBody;
}

/** A request on its way to Express. */
interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: Connection;
  /** Always served, and takes no place. */
  readonly isMonitoring: boolean;
}

/**
 * Stands between Node's HTTP server and Express. A request is checked by its head, then its body is read, then it takes a place,
 * so that slow clients take none. It leaves the place when its response closes. While all places are taken, or all that one
 * client address may have, further requests are answered 503 at once.
 *
 * Most refusals are given earlier, by `Intake`. It also makes requests that arrive in one turn of the event loop come together, so
 * that the same code runs for all of them and a batch of admissions fills up.
 */
export class RequestGate {
  private readonly connections: Connections;
  private readonly places: Places;
  private readonly bodies: BodyCollector;
  private readonly intake: Intake<Client>;

  private constructor(
    server: Server,
    private readonly serve: RequestListener,
    private readonly parts: GateParts,
  ) {
    const { limits, proxies, figures } = parts;
    this.connections = new Connections(server, limits, proxies);
    this.places = new Places(server, this.connections, figures, limits);
    this.bodies = new BodyCollector(limits.arrivingBytes);
    const clientOf = (socket: IncomingMessage['socket']): Client => this.connections.of(socket).client;
    this.intake = new Intake(server, clientOf, (client, path, accept) => {
      if (MONITORING.test(path) || !server.listening || !this.isFull(client)) return undefined;
      figures.addFailure(OVERLOAD_CODE);
      return overloadAnswer(path, accept).bytes;
    });
  }

  /** Puts a gate before what listens to a server's requests. */
  static before(server: Server, parts: GateParts): void {
    const [serve] = server.listeners('request') as RequestListener[];
    const gate = new RequestGate(server, serve, parts);
    server.off('request', serve);
    server.on('request', (request, response) => gate.take(request, response));
    // Else Node would send "100 Continue" to a client that is about to be refused.
    server.on('checkContinue', (request, response) => gate.take(request, response));
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.connections.note(request.socket, response);
    this.intake.noteRequest(request, response);
    noteClientName(request, this.connections.clientOf(connection, request).name);
    if (!readTarget(request)) {
      answerMalformed(request, response);
      return;
    }
    // A probe has no body: one that has would be read and parsed without a place, for whoever sends it.
    const isMonitoring = MONITORING.test(request.url ?? '') && !hasBody(request);
    const arrival = { request, response, connection, isMonitoring };
    const isFlood = connection.responses.size > this.parts.limits.requestsPerConnection;
    if (isFlood || this.hasNoPlace(arrival)) this.refuse(arrival);
    else this.parts.beforeBody(request, response, () => this.readBody(arrival));
  }

  private readBody(arrival: Arrival): void {
    const { request, response } = arrival;
    // The work of a client that has gone is not begun.
    if (request.socket.destroyed) return;
    if (!hasBody(request)) {
      this.enter(arrival);
      return;
    }
    // HTTP/1.0 has neither expectations nor interim answers.
    if (request.headers.expect !== undefined && request.httpVersion !== '1.0') response.writeContinue();
    this.bodies.collect(request, (collected) => {
      if (collected === 'ready') this.enter(arrival);
      else this.refuse(arrival);
    });
  }

  private enter(arrival: Arrival): void {
    const { request, response, connection, isMonitoring } = arrival;
    if (this.hasNoPlace(arrival)) {
      this.refuse(arrival);
      return;
    }
    if (!isMonitoring) this.places.take(connection, request, response);
    const trace = traceOf(response);
    if (trace) trace.run(this.serve, request, response);
    else this.serve(request, response);
  }

  private hasNoPlace({ isMonitoring, connection, request }: Arrival): boolean {
    return !isMonitoring && this.isFull(this.connections.clientOf(connection, request));
  }

  private isFull(client: Client): boolean {
    return this.places.isFull(client, this.intake.waiting);
  }

  private refuse({ request: { url = '', headers }, response }: Arrival): void {
    this.parts.figures.addFailure(OVERLOAD_CODE);
    leaveUncounted(response);
    const answer = overloadAnswer(url, headers.accept);
    response.writeHead(503, answer.headers as string[]);
    response.end(answer.body);
  }
}
