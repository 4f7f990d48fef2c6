import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { classesIn } from '../config/resource-classes.js';
import { Allow } from '../http/allow.js';
import { foundAnswer } from './dto/window-answers.js';
import { FindWindowsBody, windowsAsked } from './dto/windows.dto.js';
import { FindWindows } from './dto/windows.openapi.js';
import { WindowsService } from './windows.service.js';

/** Additive: when something would fit. */
@Controller()
export class WindowsController {
  private readonly classes: ReturnType<typeof classesIn>;

  constructor(
    private readonly windows: WindowsService,
    configuration: Configuration,
  ) {
    this.classes = classesIn(configuration);
  }

  @Post('find-windows')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @FindWindows()
  @HttpCode(200)
  async find(@Body() body: FindWindowsBody) {
    const asked = windowsAsked(body, this.classes);
    return foundAnswer(await this.windows.find(asked), asked.duration);
  }
}
