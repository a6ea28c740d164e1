import type { Caller } from './caller.ts'
import type {
  ChangeWebhook,
  CreateWebhook,
  Operations,
  Resend,
  RotateWebhook,
} from './generated.ts'
import type { CallOptions } from './operation.ts'

type DeliveryFilters = Omit<Operations['listDeliveries']['query'], 'limit'> & {
  readonly limit?: number
}

/** Endpoints that receive events. A distributor's secret key works too, for its own sales. */
export function webhooksOf({ call, list }: Caller) {
  return {
    create: (body: CreateWebhook, options?: CallOptions) =>
      call('createWebhook', { ...options, body }),
    list: (options?: CallOptions) => call('listWebhooks', options),
    show: (webhookId: string, options?: CallOptions) =>
      call('showWebhook', { ...options, params: { webhookId } }),
    change: (webhookId: string, body: ChangeWebhook, options?: CallOptions) =>
      call('changeWebhook', { ...options, params: { webhookId }, body }),
    delete: (webhookId: string, options?: CallOptions) =>
      call('deleteWebhook', { ...options, params: { webhookId } }),
    /** Sends a test message and returns the response. */
    test: (webhookId: string, options?: CallOptions) =>
      call('testWebhook', { ...options, params: { webhookId } }),
    rotate: (webhookId: string, body: RotateWebhook = {}, options?: CallOptions) =>
      call('rotateWebhook', { ...options, params: { webhookId }, body }),
    /** Its deliveries, including pending ones, with all attempts. */
    deliveries: (
      webhookId: string,
      { limit, ...filters }: DeliveryFilters = {},
      options?: CallOptions,
    ) =>
      list('listDeliveries', {
        ...options,
        params: { webhookId },
        query: { ...filters, ...(limit === undefined ? {} : { limit: String(limit) }) },
      }),
    resend: (webhookId: string, body: Resend, options?: CallOptions) =>
      call('resendDeliveries', { ...options, params: { webhookId }, body }),
  }
}
