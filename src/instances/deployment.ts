import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Which Headroom this is: all processes on one database are one. */
@Injectable()
export class Deployment {
  private known?: string;

  constructor(private readonly dataSource: DataSource) {}

  /** Made once, by the migration that made its table. */
  async id(): Promise<string> {
    if (this.known === undefined) {
      const [row] = await this.dataSource.query<{ id: string }[]>(`select id from deployment`);
      this.known = row.id;
    }
    return this.known;
  }
}
