import {
  Always,
  Amounts,
  Configured,
  Described,
  Flag,
  List,
  OneOf,
  OPTIONAL,
  Part,
  Parts,
  Time,
  Whole,
  Word,
} from './members.js';

/** The parts of answers that more than one module has. */

@Described({
  description:
    'total = available + reserved + allocated; only by attributes, where each is a whole number of shapes, they need not ' +
    'add up. With `attributeSelector` only the figures it selects.',
})
export class CapacityInformation {
  @Whole('What a new reservation could take; negative when live instances exceed the total.', OPTIONAL)
  available?: number;

  @Whole('What reservations hold and no instance has drawn yet.', OPTIONAL) reserved?: number;
  @Whole('What was declared: increases minus decreases.', OPTIONAL) total?: number;
  @Whole('What live instances use.', OPTIONAL) allocated?: number;
}

@Described({
  description:
    'The earliest window of the same length in which the whole demand fits; absent when there is none.',
})
export class NextWindow {
  @Time('Its first instant.') start!: string;
  @Time('The first instant after it; absent: open.', OPTIONAL) end?: string;
}

@Described({ description: 'The first occurrence of a series that does not fit; the offer is for it.' })
class OccurrenceInDoubt {
  @Time('When it begins.') start!: string;
  @Time('When it ends.', OPTIONAL) end?: string;
}

const MOST = 'The most that fits in the requested window.';

@Described({ description: 'What the service could do instead.' })
export class Offer {
  @Amounts(MOST) maxCapacity!: object;
  @Part(NextWindow, undefined, OPTIONAL) nextWindow?: NextWindow;
  @Part(OccurrenceInDoubt, undefined, OPTIONAL) occurrence?: OccurrenceInDoubt;
}

@Described({ description: 'What the service could do instead.' })
export class NorthboundOffer extends Offer {
  @Configured('NorthboundAmounts', MOST) declare maxCapacity: object;
}

export class FieldError {
  @Word('JSON pointer (RFC 6901) to the member of the request that is wrong.') pointer!: string;
  @Word('The mistake; names the member as the caller spelled it.') detail!: string;
}

const PROBLEM = 'A problem as in RFC 9457. Sent as `application/json` to a client that accepts nothing else.';

const Errors = () => Parts(FieldError, 'The members that are wrong, one by one.', OPTIONAL);
const DryRunRefused = () => Flag('It was a dry run that was refused.', OPTIONAL);
const Warnings = () => Configured('Warnings', undefined, OPTIONAL);

@Described({ description: PROBLEM })
export class Problem {
  @Word('`urn:problem-type:headroom:` and the code.') type!: string;
  @Word('What sort of problem it is, for people.') title!: string;
  @Whole('The HTTP status.') status!: number;
  @Word('The mistake in this request, for people.') detail!: string;
  @Word('What sort of problem it is, for machines; a code never changes its meaning.') code!: string;
  @Errors() errors?: FieldError[];
  @Part(Offer, undefined, OPTIONAL) offer?: object;

  @List({ type: 'string' }, 'The objects that prevent it, as `<Kind>:<id>`; up to 100 of them.', OPTIONAL)
  dependents?: string[];

  @Word('The id of the request, as in `X-Request-Id`.', OPTIONAL) requestId?: string;
  @DryRunRefused() dryRun?: boolean;
  @Warnings() warnings?: string[];
}

@Described({ description: PROBLEM })
export class NorthboundProblem extends Problem {
  @Part(NorthboundOffer, undefined, OPTIONAL) declare offer?: object;
}

@Described({ description: PROBLEM })
export class OperationsProblem extends Problem {
  @Always('error', 'As in an outcome.') result!: string;
  @Word('The same as `detail`.') message!: string;
  @DryRunRefused() 'dry-run'?: boolean;
}

@Described({ description: 'An operation that was not carried out; nothing has changed.' })
export class OperationRefused {
  @OneOf(
    ['conflict', 'error'],
    '`conflict`: capacity does not suffice, or something is in the way. `error`: the request has to be changed.',
  )
  result!: string;

  @Word('The reason, for people; names the field that is wrong.') message!: string;
  @Errors() errors?: FieldError[];
  @Part(Offer, undefined, OPTIONAL) offer?: Offer;
  @DryRunRefused() 'dry-run'?: boolean;
  @Warnings() warnings?: string[];
}

/** An outcome that has nothing else to say. */
export class Done {
  @Always('ok') result!: string;
  @Word('What was done, in words that never change.') message!: string;
}
