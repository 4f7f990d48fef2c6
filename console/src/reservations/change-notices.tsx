import { notifications } from '@mantine/notifications';
import { MessageText } from '../forms/MessageText';

const READING_MS = 8000;
const CLOSE = { 'aria-label': 'Close the message' };

/** The fields are rebuilt after a change, with everything in them, so its outcome is shown outside of the drawer. */
export function noticeDone(message: string): void {
  notifications.show({
    title: 'Done',
    color: 'teal',
    message: <MessageText text={message} />,
    autoClose: READING_MS,
    closeButtonProps: CLOSE,
  });
}

/** It stays until the user closes it, because the input is lost. */
export function noticeStale(): void {
  notifications.show({
    title: 'Nothing was sent',
    color: 'orange',
    message:
      'The reservation has been changed since this page read it. The fields now show its present state.',
    autoClose: false,
    closeButtonProps: CLOSE,
  });
}
