import type { ChargeMade, PaymentProvider } from '../provider.ts'

/** The insurer sends an invoice and collects the money itself, so there is nobody to wait for. */
export const invoice: PaymentProvider = {
  name: 'invoice',
  testModeOnly: false,
  settlesAtOnce: true,
  charge: () => Promise.resolve(accepted),
  find: () => Promise.resolve(accepted),
  void: () => Promise.resolve(accepted),
  refund: () => Promise.resolve(accepted),
  findRefund: () => Promise.resolve(accepted),
}

const accepted: ChargeMade = { status: 'ok', chargeId: null, reference: null }
