import { Injectable } from '@nestjs/common';
import { DomainError } from '../../kernel/domain-error.js';
import type { ProviderType } from '../provider.js';
import type { Driver } from './driver.js';
import { OpenstackDriver } from './openstack.driver.js';
import { SimulatedDriver } from './simulated.driver.js';

@Injectable()
export class DriverRegistry {
  private readonly drivers: ReadonlyMap<ProviderType, Driver>;

  constructor(openstack: OpenstackDriver, simulated: SimulatedDriver) {
    const drivers: Driver[] = [openstack, simulated];
    this.drivers = new Map(drivers.map((driver) => [driver.type, driver]));
  }

  /** @throws DomainError `unsupported-provider-type` for a type that is a legal name without a driver */
  of(type: ProviderType): Driver {
    const driver = this.drivers.get(type);
    if (driver) return driver;
    const supported = [...this.drivers.keys()].join(', ');
    const message = `provider-type '${type}' has no driver here; supported types: ${supported}`;
    throw DomainError.about(['provider-type'], 'invalid', 'unsupported-provider-type', message);
  }
}
