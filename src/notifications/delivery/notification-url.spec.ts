import { notificationUrl } from './notification-url.js';

it.each([
  ['http://a.example', 'http://a.example/capacity/compute/notification'],
  ['http://a.example/', 'http://a.example/capacity/compute/notification'],
  ['https://a.example:8443/base', 'https://a.example:8443/base/capacity/compute/notification'],
  ['https://a.example/base///', 'https://a.example/base/capacity/compute/notification'],
  ['https://a.example/base?tenant=5&x', 'https://a.example/base/capacity/compute/notification?tenant=5&x'],
  ['https://a.example/capacity/compute/notification', 'https://a.example/capacity/compute/notification'],
  [
    'https://a.example/x/capacity/compute/notification/?y',
    'https://a.example/x/capacity/compute/notification?y',
  ],
  [
    'https://a.example/capacity/network/notification',
    'https://a.example/capacity/network/notification/capacity/compute/notification',
  ],
  ['https://a.example/#here', 'https://a.example/capacity/compute/notification'],
])('of %s is %s', (callbackUri, expected) => {
  expect(notificationUrl(callbackUri, 'compute').href).toBe(expected);
});
