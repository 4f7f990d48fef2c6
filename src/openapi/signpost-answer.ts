import { Always, Described, Part, Word } from './members.js';
import { SIGNPOST } from './signpost.js';

@Described({ description: 'The two interfaces.' })
class Interfaces {
  @Word('Group A.') operations!: string;
  @Word('Group B.') northbound!: string;
}

/** What `/` answers. */
export class Signpost {
  @Always(SIGNPOST.service) service!: string;
  @Word('The version of the interface.') version!: string;
  @Word('This document for people.') documentation!: string;
  @Word('This document.') description!: string;
  @Word('Whether the process answers.') liveness!: string;
  @Word('Whether it is ready for traffic.') readiness!: string;
  @Word('What Prometheus scrapes.') metrics!: string;
  @Part(Interfaces) interfaces!: Interfaces;
}
