import { Body, Controller, Post } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { Allow, AllowUnless } from '../http/allow.js';
import { TenantName } from '../http/tenant.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { Call, ofOneZone, type ClientCall } from '../idempotency/idempotency-key.js';
import { foundAnswer, heldAnswer } from './dto/window-answers.js';
import { FindWindowsBody, holdAsked, isHoldOfAuditor, windowsAsked } from './dto/windows.dto.js';
import { FindWindows } from './dto/windows.openapi.js';
import type { HeldWindow } from './hold-window.js';
import { WindowsService } from './windows.service.js';

/** Additive: when something would fit. */
@Controller()
export class WindowsController {
  constructor(
    private readonly windows: WindowsService,
    private readonly answered: AnsweredRequests,
    private readonly configuration: Configuration,
  ) {}

  @Post('find-windows')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @AllowUnless(isHoldOfAuditor)
  @FindWindows()
  async find(@Call() { key }: ClientCall, @Body() body: FindWindowsBody, @TenantName() tenant?: string) {
    const asked = windowsAsked(body, this.configuration.policies.largestAmounts);
    const seconds = holdAsked(body);
    if (seconds === undefined) return foundAnswer(await this.windows.find(asked), asked.duration);
    return this.answered.once<HeldWindow>(
      ofOneZone(key, asked.zoneId !== undefined),
      (remember) => this.windows.findAndHold(asked, { seconds, tenant }, remember, key?.keyed !== undefined),
      (held) => heldAnswer(held, asked.duration),
    );
  }
}
