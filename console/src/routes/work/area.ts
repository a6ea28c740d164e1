import type { Area } from '../area.ts'
import { workTitles } from './titles.ts'

const titleOf = (name: keyof typeof workTitles.en) => ({
  en: workTitles.en[name],
  de: workTitles.de[name],
})

export const work: Area = {
  name: 'work',
  pages: [
    {
      path: '/inbox',
      load: () => import('./inbox.tsx'),
      inRail: { section: 'work', title: titleOf('inbox'), keys: 'g m' },
    },
    {
      path: '/tasks',
      load: () => import('./tasks.tsx'),
      inRail: { section: 'work', title: titleOf('tasks'), permission: 'tasks.read', keys: 'g k' },
    },
    {
      path: '/approvals',
      load: () => import('./approvals.tsx'),
      inRail: {
        section: 'work',
        title: titleOf('approvals'),
        permission: 'approvals.read',
        keys: 'g h',
      },
    },
  ],
}
