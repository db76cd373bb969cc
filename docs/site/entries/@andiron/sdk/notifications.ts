/**
 * Reads the notifications of a subscription, and verifies those that a server receives.
 * @module
 */
export * from '../../../../../ui/sdk/notifications.ts'
