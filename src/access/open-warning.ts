import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { isLoopback } from '../kernel/host-and-port.js';

const HOUR_MS = 3_600_000;

/** Warns at the start and every hour that a service which others can reach lets every caller do everything. */
@Injectable()
export class OpenWarning implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('Access');
  private timer?: NodeJS.Timeout;

  constructor(private readonly configuration: Configuration) {}

  onApplicationBootstrap(): void {
    const { auth, databaseUrl, host } = this.configuration;
    if (auth.length > 0 || (databaseUrl === undefined && isLoopback(host))) return;
    this.warn();
    this.timer = setInterval(() => this.warn(), HOUR_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private warn(): void {
    this.log.warn('AUTH=none: every caller that reaches this service may do everything');
  }
}
