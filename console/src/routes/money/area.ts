import type { Area, PageRoute } from '../area.ts'
import { moneyTitles } from './titles.ts'

type Title = keyof typeof moneyTitles.en

function moneyPage(
  path: string,
  name: Title,
  permission: string,
  keys: string,
  load: PageRoute['load'],
): PageRoute {
  const title = { en: moneyTitles.en[name], de: moneyTitles.de[name] }
  return { path, load, inRail: { section: 'money', title, permission, keys } }
}

export const money: Area = {
  name: 'money',
  pages: [
    moneyPage('/invoices', 'invoices', 'invoices.read', 'g i', () => import('./invoices.tsx')),
    moneyPage('/payments', 'payments', 'payments.read', 'g y', () => import('./payments.tsx')),
    moneyPage('/receipts', 'receipts', 'receipts.read', 'g b', () => import('./receipts.tsx')),
    moneyPage('/payouts', 'payouts', 'payouts.read', 'g x', () => import('./payouts.tsx')),
    moneyPage('/disputes', 'disputes', 'payments.read', 'g 6', () => import('./disputes.tsx')),
    moneyPage(
      '/reconciliation',
      'reconciliation',
      'accounting.read',
      'g 7',
      () => import('./reconciliation.tsx'),
    ),
    moneyPage('/dunning', 'dunning', 'dunning.read', 'g d', () => import('./dunning.tsx')),
    moneyPage(
      '/open-items',
      'openItems',
      'accounting.read',
      'g n',
      () => import('./open-items.tsx'),
    ),
    moneyPage('/journal', 'journal', 'accounting.read', 'g j', () => import('./journal.tsx')),
    moneyPage(
      '/trial-balance',
      'trialBalance',
      'accounting.read',
      'g t',
      () => import('./trial-balance.tsx'),
    ),
    moneyPage(
      '/earned-premium',
      'earnedPremium',
      'accounting.read',
      'g 3',
      () => import('./earned-premium.tsx'),
    ),
    moneyPage('/taxes', 'taxes', 'accounting.read', 'g 4', () => import('./taxes.tsx')),
    moneyPage(
      '/commission',
      'commission',
      'commission.read',
      'g 5',
      () => import('./commission.tsx'),
    ),
    moneyPage('/closing', 'closing', 'accounting.read', 'g c', () => import('./closing.tsx')),
  ],
}
