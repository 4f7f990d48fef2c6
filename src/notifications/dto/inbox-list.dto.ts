import { ListParameters } from '../../http/list-parameters.js';
import { IsOmittable, IsOneOf } from '../../http/wire-types.js';
import { NOTIFICATION_KINDS, type NotificationKind } from '../received-notification.js';

/** Query of GET /notifications. */
export class InboxListParameters extends ListParameters {
  @IsOmittable() @IsOneOf(NOTIFICATION_KINDS) kind?: NotificationKind;
}
