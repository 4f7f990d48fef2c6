import { AnyObject, Described, Flag, Id, OPTIONAL, Part, Word } from '../../openapi/members.js';
import { CapacityInformation } from '../../openapi/answer-parts.js';

/** The bodies of notifications; `notification-bodies.ts` makes them. The inbox takes any object, so they require nothing. */

class ResourceDescriptor {
  @Word('Type of a compute resource.', OPTIONAL) computeResourceTypeId?: string;
  @Word('Type of a network resource.', OPTIONAL) networkResourceTypeId?: string;
  @Word('Type of a storage resource.', OPTIONAL) storageResourceTypeId?: string;
}

/** What this service adds to what the contract says. */
class Marked {
  @Flag('True for a test event; absent otherwise.', OPTIONAL) test?: boolean;
}

export class CapacityChange extends Marked {
  @Word('The zone that the subscription names; absent: the whole service.', OPTIONAL) zoneId?: string;
  @Word('Id of the notification; the same when it is sent again.', OPTIONAL) notificationId?: string;
  @Word('When the figures changed. If the condition was true already: when it was subscribed or changed.', {
    format: 'date-time',
    ...OPTIONAL,
  })
  capacityChangeTime?: string;
  @Part(ResourceDescriptor, 'The type of resource.', OPTIONAL) resourceDescriptor?: object;
  @Part(CapacityInformation, undefined, OPTIONAL) capacityInformation?: object;
  @Id('The subscription it is for.', OPTIONAL) capacityChangeSubscriptionId?: string;
}

@Described({ name: 'ReservationChange' })
export class ReservationChangeBody extends Marked {
  @Word('Id of the change; the same when it is sent again.', OPTIONAL) changeId?: string;
  @Word('The reservation that has changed.', OPTIONAL) reservationId?: string;
  @Word('Name of the service that sends it.', OPTIONAL) vimId?: string;

  @Word('What sort of change it is, such as `Reservation created` or `Reservation time change`.', OPTIONAL)
  changeType?: string;

  @AnyObject('Only what has changed; of `Reservation created` the data of the reservation.', OPTIONAL)
  changedReservationData?: object;

  @Id('The subscription it is for.', OPTIONAL) reservationChangeSubscriptionId?: string;
}
