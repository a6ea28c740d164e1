import type { Area, PageRoute, Section } from '../area.ts'
import { settingsTitles } from './titles.ts'

function settingsPage(
  name: keyof typeof settingsTitles.en,
  section: Section,
  permission: string,
  keys: string,
  load: PageRoute['load'],
): PageRoute {
  const title = { en: settingsTitles.en[name], de: settingsTitles.de[name] }
  return { path: `/${name}`, load, inRail: { section, title, permission, keys } }
}

export const settings: Area = {
  name: 'settings',
  pages: [
    settingsPage('requests', 'operations', 'requests.read', 'g s', () => import('./requests.tsx')),
    settingsPage('datasets', 'operations', 'datasets.read', 'g v', () => import('./datasets.tsx')),
    settingsPage('clocks', 'operations', 'clocks.read', 'g 1', () => import('./clocks.tsx')),
    settingsPage(
      'distributors',
      'settings',
      'accounts.read',
      '',
      () => import('./distributors.tsx'),
    ),
    settingsPage('keys', 'settings', 'keys.read', 'g 2', () => import('./keys.tsx')),
    settingsPage('people', 'settings', 'users.read', 'g u', () => import('./people.tsx')),
    settingsPage('roles', 'settings', 'roles.read', 'g 8', () => import('./roles.tsx')),
    settingsPage(
      'approval-rules',
      'settings',
      'approvals.read',
      '',
      () => import('./approval-rules.tsx'),
    ),
  ],
}
