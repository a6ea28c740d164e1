import { managerOn } from '../../builders/manager.ts'
import type { Refusals, Stage } from './stage.ts'

export function accountingRefusals({ platform }: Stage): Readonly<Record<string, Refusals>> {
  const manager = managerOn(platform)
  const asked = (report: string, query: string) => () => manager.get(`/manage/${report}?${query}`)
  const days = (report: string) => ({
    missing_day: asked(report, 'to=2028-10-31'),
    not_a_date: asked(report, 'from=soon&to=2028-10-31'),
    backwards: asked(report, 'from=2028-10-31&to=2028-10-01'),
  })
  const october = 'from=2028-10-01&to=2028-10-31'
  const journal = (report: string) => ({
    ...days(report),
    invalid_member: asked(report, `${october}&account=${'x'.repeat(301)}`),
    unknown_account: asked(report, `${october}&account=petty_cash`),
  })
  const close = (month: string) => manager.post('/manage/closings', { month })
  const closed = async (month: string) => {
    await close(month)
    await platform.runDue(['sum_month'])
  }
  return {
    readJournal: {
      ...journal('journal'),
      no_place: asked('journal', `${october}&starting_after=1`),
      limit: asked('journal', `${october}&limit=0`),
    },
    exportJournal: journal('journal/export'),
    showTrialBalance: days('trial_balance'),
    showTaxes: days('taxes'),
    showClosing: { closing_not_found: () => manager.get('/manage/closings/2028-10') },
    closeMonth: {
      invalid_member: () => close('October'),
      month_closed: async () => {
        await closed('2020-01')
        return close('2020-01')
      },
      month_not_next: async () => {
        await closed('2020-01')
        return close('2028-10')
      },
      closing_under_way: async () => {
        await closed('2020-01')
        await close('2020-02')
        return close('2020-03')
      },
      month_not_over: () =>
        managerOn(platform, platform.demo.insurer.live.secret).post('/manage/closings', {
          month: platform
            .clock()
            .toZonedDateTimeISO('UTC')
            .toPlainDate()
            .toPlainYearMonth()
            .toString(),
        }),
    },
  }
}
