import type { Area } from '../area.ts'
import { salesTitles } from './titles.ts'

const titleOf = (name: 'policies' | 'offers' | 'quotes' | 'leads' | 'renewals') => ({
  en: salesTitles.en[name],
  de: salesTitles.de[name],
})

export const sales: Area = {
  name: 'sales',
  pages: [
    {
      path: '/policies',
      load: () => import('./policies.tsx'),
      inRail: {
        section: 'customers',
        title: titleOf('policies'),
        permission: 'policies.read',
        keys: 'g p',
      },
    },
    {
      path: '/offers',
      load: () => import('./offers.tsx'),
      inRail: {
        section: 'customers',
        title: titleOf('offers'),
        permission: 'offers.read',
        keys: 'g f',
      },
    },
    {
      path: '/quotes',
      load: () => import('./quotes.tsx'),
      inRail: {
        section: 'customers',
        title: titleOf('quotes'),
        permission: 'quotes.read',
        keys: 'g q',
      },
    },
    {
      path: '/leads',
      load: () => import('./leads.tsx'),
      inRail: {
        section: 'customers',
        title: titleOf('leads'),
        permission: 'leads.read',
        keys: 'g l',
      },
    },
    {
      path: '/renewals',
      load: () => import('./renewals.tsx'),
      inRail: {
        section: 'customers',
        title: titleOf('renewals'),
        permission: 'renewals.read',
        keys: 'g r',
      },
    },
  ],
}
