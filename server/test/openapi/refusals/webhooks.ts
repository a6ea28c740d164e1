import { maskedKey } from '../../builders/restricted.ts'
import { webhooksOf } from '../../builders/webhooks.ts'
import { withOneKey } from './one-key.ts'
import type { Refusals, Stage } from './stage.ts'

const unknownWebhook = 'whk_01b0acc58e20b2e1f4c7a9d03856'
const unknownEvent = 'evt_01b0acc58e20000000a1c0ffee01'
const url = 'https://crm.alpine.example/bindery'
const webhooksMax = 50

export function webhookRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const webhooks = webhooksOf(stage.platform)
  const { send } = webhooks
  const masked = async () => webhooksOf(stage.platform, await maskedKey(stage.platform))
  const inside = { url: 'https://10.0.0.7/hook' }
  const taken = {
    legacy_headers: { event: 'Content-Type', delivery: 'X-Delivery', signature: 'X-Signature' },
  }
  const onOne = async (method: 'POST' | 'PATCH', path: string, body: object) => {
    const { id } = await webhooks.create({ url })
    return send(method, `/${id}${path}`, { ...body })
  }
  const unknown = (path: string, body: object = {}) => ({
    webhook: () => send('POST', `/${unknownWebhook}${path}`, { ...body }),
  })
  const reused = (operationId: string) => ({
    idempotency_key_reused: () =>
      withOneKey(stage, operationId, { webhookId: 'whk_1' }, { webhookId: 'whk_2' }),
  })
  const deliveries = (query: string) => async () => {
    const { id } = await webhooks.create({ url })
    return send('GET', `/${id}/deliveries?${query}`)
  }
  return {
    createWebhook: {
      personal_data_masked: async () => (await masked()).send('POST', '', { url, payload: 'full' }),
      invalid_member: () => send('POST', '', {}),
      url_not_allowed: () => send('POST', '', inside),
      header_not_allowed: () => send('POST', '', { url, ...taken }),
      too_many_webhooks: async () => {
        const others = webhooksOf(stage.platform, stage.platform.demo.insurer.live.secret)
        for (let made = 0; made < webhooksMax; made++) await others.create({ url })
        return others.send('POST', '', { url })
      },
    },
    showWebhook: { webhook: () => send('GET', `/${unknownWebhook}`) },
    changeWebhook: {
      personal_data_masked: async () => {
        const { id } = await webhooks.create({ url, payload: 'full' })
        return (await masked()).send('PATCH', `/${id}`, { url })
      },
      invalid_member: () => onOne('PATCH', '', { status: 'paused' }),
      url_not_allowed: () => onOne('PATCH', '', inside),
      header_not_allowed: () => onOne('PATCH', '', taken),
      webhook: () => send('PATCH', `/${unknownWebhook}`, {}),
      ...reused('changeWebhook'),
    },
    deleteWebhook: {
      webhook: () => send('DELETE', `/${unknownWebhook}`),
      ...reused('deleteWebhook'),
    },
    testWebhook: unknown('/test'),
    rotateWebhook: {
      invalid_member: () => onOne('POST', '/rotate', { overlap_hours: 721 }),
      ...unknown('/rotate'),
      ...reused('rotateWebhook'),
    },
    listDeliveries: {
      limit: deliveries('limit=0'),
      both_directions: deliveries('starting_after=a&ending_before=b'),
      unknown_status: deliveries('status=lost'),
      webhook: () => send('GET', `/${unknownWebhook}/deliveries`),
    },
    resendDeliveries: {
      invalid_member: () => onOne('POST', '/resend', { failed: 'all' }),
      resend_one_thing: () => onOne('POST', '/resend', {}),
      not_a_moment: () => onOne('POST', '/resend', { from: 'monday', until: 'tuesday' }),
      event: () => onOne('POST', '/resend', { event_id: unknownEvent }),
      ...unknown('/resend', { failed: true }),
      ...reused('resendDeliveries'),
    },
  }
}
