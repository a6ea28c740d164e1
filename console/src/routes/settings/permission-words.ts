import { useWords, defineWords } from '../../words/language.ts'
import { byValue } from '../policy/by-value.ts'
import { germanPermissions } from './german-permissions.ts'
import type { PermissionGroup } from './permission-groups.ts'

const groups: Readonly<Record<'en' | 'de', Readonly<Record<PermissionGroup, string>>>> = {
  en: {
    sales: 'Sales',
    policies: 'Policies and customers',
    personalData: 'Personal data',
    money: 'Money',
    work: 'Work together',
    products: 'Products',
    operations: 'Operations',
    account: 'Account and access',
    other: 'Other',
  },
  de: {
    sales: 'Verkauf',
    policies: 'Verträge und Kunden',
    personalData: 'Personenbezogene Daten',
    money: 'Geld',
    work: 'Zusammenarbeit',
    products: 'Produkte',
    operations: 'Betrieb',
    account: 'Konto und Zugang',
    other: 'Anderes',
  },
}

/** English descriptions come with the permissions, from the server. */
export const permissionWords = defineWords({
  en: { groups: groups.en, does: byValue({}) },
  de: {
    groups: groups.de,
    does: germanPermissions,
  },
})

/** What a permission allows, in the language of the page. */
export function useSayPermission(): (permission: {
  readonly permission: string
  readonly description: string
}) => string {
  const { does } = useWords(permissionWords)
  return ({ permission, description }) => does[permission] ?? description
}
