import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { openDatabase, type ServiceDatabase } from './app.database.js';
import { listen } from './app.listen.js';
import { AppModule } from './app.module.js';
import { setUpApp } from './app.setup.js';
import { JsonAdapter } from './http/json-adapter.js';
import { inTime, openConnections, stopServing } from './app.stop.js';
import { welcome } from './app.welcome.js';
import type { Configuration } from './config/configuration.js';
import { classesIn } from './config/resource-classes.js';
import { hasDemo, seedDemo } from './demo/demo.js';
import { SystemClock } from './kernel/clock.js';
import { RequestFigures } from './metrics/request-figures.js';

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
  /** Lets requests under way finish, then ends the workers and the database connections. */
  stop(): Promise<void>;
}

/** An embedded PostgreSQL writes everything out first. */
const DATABASE_MILLISECONDS = 1_200;

const logger = new Logger('Service');

/**
 * Starts the whole service: database, application, listening socket, demo. What was started is stopped when the rest fails.
 *
 * @throws Error that says what to change
 */
export async function startService(options: StartOptions): Promise<StartedService> {
  const { configuration, isPortChosen, onLost } = options;
  const database = await openDatabase(configuration, onLost);
  let stopApp = (): Promise<void> => Promise.resolve();
  const stop = async (): Promise<void> => {
    await stopApp();
    await inTime(database.close(), DATABASE_MILLISECONDS, 'connections to the database');
  };
  try {
    const app = await createApp(configuration, database);
    const connections = openConnections(app.getHttpServer());
    stopApp = () => stopServing(app, connections, configuration.drainSeconds);
    const isEmbedded = configuration.databaseUrl === undefined;
    const orAnother = isEmbedded && !isPortChosen;
    const baseUrl = await listen(app.getHttpServer(), { ...configuration, orAnother });
    logger.log(`listening at ${baseUrl}`);
    const isDemo = configuration.demo && (await prepareDemo(baseUrl));
    return { baseUrl, welcome: welcomeText(configuration, baseUrl, isDemo), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createApp(
  configuration: Configuration,
  { dataSource }: ServiceDatabase,
): Promise<NestExpressApplication> {
  const module = AppModule.with({ configuration, dataSource, clock: new SystemClock() });
  const options = { bodyParser: false, abortOnError: false };
  const app = await NestFactory.create<NestExpressApplication>(module, new JsonAdapter(), options);
  setUpApp(app, app.get(RequestFigures), configuration.requestLimit, classesIn(configuration));
  return app.init();
}

/** A demo that can't be made is no reason not to serve. Gives whether its zone is there. */
async function prepareDemo(baseUrl: string): Promise<boolean> {
  try {
    if (await seedDemo(baseUrl, new SystemClock().now())) logger.log('the demo has been set up');
    return await hasDemo(baseUrl);
  } catch (error) {
    logger.warn(`the demo could not be set up: ${String(error)}`);
    return false;
  }
}

function welcomeText(configuration: Configuration, baseUrl: string, isDemo: boolean): string {
  const { port, databaseUrl, dataDirectory } = configuration;
  return welcome({
    baseUrl,
    dataDirectory: databaseUrl === undefined ? dataDirectory : undefined,
    busyPort: port === 0 || baseUrl.endsWith(`:${port}`) ? undefined : port,
    hasDemo: isDemo,
    now: new SystemClock().now(),
  });
}
