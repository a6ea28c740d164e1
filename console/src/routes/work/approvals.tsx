import { ApprovalList } from './approval-list.tsx'
import { listPage } from '../../list/list-page.tsx'
import { workTitles } from './titles.ts'

export const page = listPage(workTitles, 'approvals', ApprovalList)
