import { ListParameters } from '../../http/list-parameters.js';
import { KindFilter } from '../../openapi/list-filters.js';
import { NOTIFICATION_KINDS, type NotificationKind } from '../received-notification.js';

/** Query of GET /notifications. */
export class InboxListParameters extends ListParameters {
  @KindFilter(NOTIFICATION_KINDS) kind?: NotificationKind;
}
