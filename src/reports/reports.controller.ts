import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Allow } from '../http/allow.js';
import { Caller } from '../http/caller.js';
import { ClientName } from '../http/client-name.js';
import { JSON_TYPE } from '../http/problem.js';
import { sendPieces } from '../http/streamed-answer.js';
import { tenantScope, type Principal } from '../kernel/principal.js';
import { idleAnswer } from './dto/report-answers.js';
import { idleAsked, IdleQuery, usageAsked, UsageQuery } from './dto/reports.dto.js';
import { ReportIdle, ReportUsage } from './dto/reports.openapi.js';
import { usageCsv, usageJson } from './dto/usage-text.js';
import { ReportsService } from './reports.service.js';

/** Additive: what was reserved, and what was made of it. */
@Controller('reports')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get('usage')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @ReportUsage()
  async usage(
    @Query() query: UsageQuery,
    @Caller() caller: Principal,
    @ClientName() client: string,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const isCsv = request.accepts(['application/json', 'text/csv']) === 'text/csv';
    const report = await this.reports.usage(usageAsked(query), client, tenantScope(caller));
    if (isCsv) await sendPieces(response, 'text/csv; charset=utf-8; header=present', usageCsv(report));
    else await sendPieces(response, JSON_TYPE, usageJson(report));
  }

  @Get('idle')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @ReportIdle()
  async idle(@Query() query: IdleQuery, @Caller() caller: Principal, @ClientName() client: string) {
    return idleAnswer(await this.reports.idle(idleAsked(query), client, tenantScope(caller)));
  }
}
