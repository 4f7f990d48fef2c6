import { Logger, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Authentication } from './access/authentication.js';
import { openDatabase, type ServiceDatabase } from './app.database.js';
import { checkAddress, listen } from './app.listen.js';
import { edgeOf, edgePartsOf, setUpApp } from './app.setup.js';
import { JsonAdapter } from './http/body/json-adapter.js';
import { endInTime, openConnections, stopServing } from './app.stop.js';
import { readKeyPair, reloadKeyPair } from './app.tls.js';
import { welcome, type WelcomeFacts } from './app.welcome.js';
import type { Configuration } from './config/configuration.js';
import { hasDemo, seedDemo, type OwnService } from './demo/demo.js';
import { SystemClock } from './kernel/clock.js';
import { Tracing } from './tracing/tracing.js';

export interface StartOptions {
  readonly configuration: Configuration;
  /** Whether the operator chose the port; the default one may be exchanged for a free one. */
  readonly isPortChosen: boolean;
  /** Called when the embedded PostgreSQL ends by itself. */
  readonly onLost: (reason: Error) => void;
}

export interface StartedService {
  readonly baseUrl: string;
  /** For a person at the terminal. */
  readonly welcome: string;
  /** Reads the TLS certificate again. Undefined without TLS. */
  readonly reload?: () => void;
  /** Lets requests under way finish, then ends the workers and the database connections. */
  stop(): Promise<void>;
}

/** The embedded PostgreSQL writes everything to disk first. */
const DATABASE_MS = 1_200;

const TRACES_MS = 1_000;

const logger = new Logger('Service');

/**
 * Starts the whole service: database, application, listening socket, demo. What was started is stopped when the rest fails.
 *
 * @throws Error that says what to change
 */
export async function startService(options: StartOptions): Promise<StartedService> {
  const { configuration, isPortChosen, onLost } = options;
  const isEmbedded = configuration.databaseUrl === undefined;
  const address = { ...configuration, orAnother: isEmbedded && !isPortChosen };
  await checkAddress(address);
  // Modules load while the database starts: those of the OpenAPI document alone take 0.2 s of processor time.
  const loading = import('./app.module.js');
  // It is awaited later; until then nobody else would notice that it fails.
  loading.catch(() => undefined);
  const database = await openDatabase(configuration, onLost);
  let stopApp = (): Promise<void> =>
    endInTime(disconnect(database), DATABASE_MS, 'connections to the database');
  const stop = async (): Promise<void> => {
    await stopApp();
    await Promise.all([
      endInTime(database.stop(), DATABASE_MS, 'the processes of the embedded PostgreSQL'),
      endInTime(new Tracing().flush(), TRACES_MS, 'the exporters of traces'),
    ]);
  };
  try {
    const { AppModule } = await loading;
    const module = AppModule.with({
      configuration,
      dataSource: database.dataSource,
      clock: new SystemClock(),
    });
    const app = await createApp(module, configuration);
    const connections = openConnections(app.getHttpServer());
    stopApp = () => stopServing(app, connections, configuration.drainSeconds);
    const baseUrl = await listen(app.getHttpServer(), address);
    logger.log(`listening at ${baseUrl}`);
    const authentication = app.get(Authentication);
    const own = { baseUrl, authorization: authentication.ownCredential };
    const isDemo = configuration.demo && (await prepareDemo(own));
    const { tls } = configuration;
    const reload = tls && (() => reloadKeyPair(app.getHttpServer(), tls));
    const facts = { baseUrl, hasDemo: isDemo, credential: credentialHeader(authentication) };
    return { baseUrl, welcome: welcomeText(configuration, facts), reload, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createApp(
  module: DynamicModule,
  configuration: Configuration,
): Promise<NestExpressApplication> {
  const { tls } = configuration;
  const options = { bodyParser: false, abortOnError: false, httpsOptions: tls && readKeyPair(tls) };
  const app = await NestFactory.create<NestExpressApplication>(module, new JsonAdapter(), options);
  setUpApp(app, edgeOf(configuration, edgePartsOf(app)));
  return app.init();
}

/** For an application that could not be created: once it is there, closing it does this. */
async function disconnect({ dataSource }: ServiceDatabase): Promise<void> {
  if (dataSource.isInitialized) await dataSource.destroy();
}

/** A demo that can't be made is no reason not to serve. Gives whether its zone is there. */
async function prepareDemo(service: OwnService): Promise<boolean> {
  try {
    if (await seedDemo(service, new SystemClock().now())) logger.log('the demo has been set up');
    return await hasDemo(service);
  } catch (error) {
    logger.warn(`the demo could not be set up: ${String(error)}`);
    return false;
  }
}

function credentialHeader({ isOn, ways }: Authentication): string | undefined {
  if (!isOn) return undefined;
  return ways.bearer ? 'Authorization: Bearer $KEY' : 'X-Auth-Token: $KEY';
}

function welcomeText(
  { port, databaseUrl, dataDirectory }: Configuration,
  facts: Pick<WelcomeFacts, 'baseUrl' | 'hasDemo' | 'credential'>,
): string {
  return welcome({
    ...facts,
    dataDirectory: databaseUrl === undefined ? dataDirectory : undefined,
    busyPort: port === 0 || facts.baseUrl.endsWith(`:${port}`) ? undefined : port,
    now: new SystemClock().now(),
  });
}
