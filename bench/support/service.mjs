// Runs the service in a process of its own, as built, on the database that DATABASE_URL names. Sends its address to the
// parent when it listens and ends when the parent lets go of it.
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../dist/src/app.module.js';
import { setUpApp } from '../../dist/src/app.setup.js';
import { readConfiguration } from '../../dist/src/config/configuration.js';
import { createDataSource } from '../../dist/src/database/data-source.js';
import { SystemClock } from '../../dist/src/kernel/clock.js';

const configuration = readConfiguration(process.env);
const dataSource = createDataSource(configuration.databaseUrl, { poolSize: configuration.databasePool });
await dataSource.initialize();
const module = AppModule.with({ configuration, dataSource, clock: new SystemClock() });
const app = await NestFactory.create(module, { bodyParser: false, logger: false });
setUpApp(app);
await app.listen(0, '127.0.0.1');
process.once('disconnect', () => {
  void app.close().then(() => dataSource.destroy());
});
process.send({ port: app.getHttpServer().address().port });
