import type { ReactNode } from 'react'
import { counted, nouns } from './count.tsx'

const call = (count: string, number: number) => counted(count, number, nouns.call)
const campaign = (count: number) => counted(String(count), count, nouns.campaign)

export const live = {
  title: 'مباشر',
  board: 'حملات فيها مكالمات',
  lead: (underWay: ReactNode, waiting: ReactNode, campaigns: number, _waitingCount: number) => (
    <>
      {underWay} قيد التنفيذ، وفي الانتظار: {waiting}، ضمن{' '}
      {counted(String(campaigns), campaigns, nouns.campaign, 'of')}.
    </>
  ),
  underWay: (count: string, number: number) => call(count, number),
  oldest: (duration: ReactNode) => <> أقدمها ينتظر منذ {duration}.</>,
  oldestWhy: (duration: ReactNode, why: string) => (
    <>
      {' '}
      أقدمها ينتظر منذ {duration}، والسبب: {why}.
    </>
  ),
  because: {
    paused: 'الحملة موقوفة مؤقتًا',
    hours: 'خارج ساعات الاتصال',
    slot: 'لا يوجد خط متاح',
    number: 'يجري الاتصال برقمها',
    retry: 'تُعاد المحاولة لاحقًا',
    carrier_rate: 'شركة الاتصالات لا تقبل مكالمات أخرى',
    guard: 'حد حماية للمؤسسة يوقفها',
  } as Record<string, string>,
  heads: { who: 'الحملة والساعات', slots: 'الخطوط المستخدمة', waiting: 'في الانتظار', why: 'السبب' },
  openUntil: (at: ReactNode) => <>مفتوحة حتى {at}</>,
  open: 'مفتوحة',
  noHours: 'مفتوحة في كل الأوقات',
  closed: (at: ReactNode) => <>مغلقة، تُفتح {at}</>,
  closedForGood: 'مغلقة، ولا موعد فتح قادم',
  held: 'موقوفة مؤقتًا',
  heldBy: (who: ReactNode, at: ReactNode) => (
    <>
      أوقفها مؤقتًا {who} منذ {at}
    </>
  ),
  ended: 'منتهية',
  slotsLabel: 'خطوط مستخدمة.',
  slots: (used: string, of: string) => `${used} من ${of}`,
  more: (count: string) => `أكثر من ${count}`,
  waitingLabel: 'في الانتظار',
  reasons: {
    paused: (count: string) => `${count} بسبب الإيقاف المؤقت`,
    hours: (count: string) => `${count} لساعات الاتصال`,
    slot: (count: string) => `${count} لخط متاح`,
    number: (count: string) => `${count} لفراغ الرقم`,
    retry: (count: string) => `${count} لإعادة المحاولة`,
    carrier_rate: (count: string) => `${count} لشركة الاتصالات`,
    guard: (count: string) => `${count} بسبب حد حماية`,
  } as Record<string, (count: string) => string>,
  becauseHeld: 'الخدمة موقوفة',
  forRelease: (count: string) => `${count} لاستئناف الخدمة`,
  forWorker: (count: string) => `${count} لعامل معالجة`,
  outsideHours: 'خارج ساعات الاتصال',
  onHold: 'موقوفة مؤقتًا: تُستأنف يدويًا فقط',
  goesOn: (count: string, number: number) => `قيد التنفيذ ومستمر: ${call(count, number)}.`,
  firstDial: (at: ReactNode, duration: ReactNode) => (
    <>
      أول اتصال {at}، بعد {duration}.
    </>
  ),
  oldestSince: (at: ReactNode) => <>الأقدم منذ {at}.</>,
  nextAt: (at: ReactNode) => <> التالية في {at}.</>,
  carrierUntil: (at: ReactNode) => (
    <>لا تقبل شركة الاتصالات مكالمات حتى {at}. تجد حسابها وحدّها في «شركات الاتصالات».</>
  ),
  nothingWaits: 'لا شيء في الانتظار',
  summary: (underWay: ReactNode, waiting: ReactNode) => (
    <>
      <b>{underWay}</b> قيد التنفيذ، <b>{waiting}</b> في الانتظار
    </>
  ),
  unit: 'د:ث',
  toggle: (name: string) => `مكالمات ${name}`,
  listUnderWay: 'قيد التنفيذ',
  listWaiting: 'في الانتظار',
  follow: 'متابعة',
  followLabel: (number: string) => `متابعة المكالمة إلى \u2068${number}\u2069`,
  cancel: 'إلغاء…',
  cancelLabel: (number: string) => `إلغاء المكالمة إلى \u2068${number}\u2069`,
  moreUnderWay: (count: string) => `${count} أخرى قيد التنفيذ`,
  showMore: (count: string) => `${count} أخرى في الانتظار`,
  noneNow: 'لا مكالمة من هذه الحملة منتظرة أو قيد التنفيذ الآن.',
  hold: 'إيقاف مؤقت',
  holdLabel: (name: string) => `إيقاف ${name} مؤقتًا`,
  release: 'استئناف…',
  releaseLabel: (name: string) => `استئناف ${name}`,
  holdAll: 'إيقاف الكل مؤقتًا…',
  releaseAll: 'استئناف الكل…',
  holdAllTitle: 'هل تريد إيقاف كل الحملات مؤقتًا؟',
  holdAllBody: (campaigns: number) =>
    `يشمل الإيقاف المؤقت ${counted(String(campaigns), campaigns, nouns.campaign, 'of')}. تستمر المكالمات الجارية، وتحتفظ المكالمات المنتظرة بأدوارها.`,
  holdAllAction: 'إيقاف الكل مؤقتًا',
  releaseTitle: (name: string) => `هل تريد استئناف ${name}؟`,
  releaseAllTitle: 'هل تريد استئناف كل الحملات؟',
  releaseBody: 'تعود إلى حالتها السابقة. وما يحدث عندئذ:',
  releaseAllBody: (campaigns: number) => `تعود إلى الحالة السابقة: ${campaign(campaigns)}. وما يحدث عندئذ:`,
  releaseAction: 'استئناف',
  releaseAllAction: 'استئناف الكل',
  noEffect: 'لا مكالمات منتظرة، فلا يحدث شيء فورًا.',
  nothingToHold: 'كل الحملات موقوفة مؤقتًا أصلًا.',
  nothingToRelease: 'لا توجد حملة موقوفة مؤقتًا.',
  editorNeeded: 'يتطلب هذا دور محرّر. يمكن لمالك أو مشرف منحك إياه من «الأشخاص والأدوار».',
  heldToast: (name: ReactNode, waiting: string, waitingCount: number, underWay: string, count: number) => (
    <>
      تم إيقاف {name} مؤقتًا. المحجوز: {call(waiting, waitingCount)}؛ الجاري والمستمر: {call(underWay, count)}.
    </>
  ),
  heldAllToast: (campaigns: number) => `تم الإيقاف المؤقت: ${campaign(campaigns)}.`,
  releasedToast: (name: ReactNode) => <>تم استئناف {name}.</>,
  releasedAllToast: (campaigns: number) => `تم الاستئناف: ${campaign(campaigns)}.`,
  cancelAll: 'إلغاء كل المنتظر…',
  cancelAllTitle: (name: string) => `هل تريد إلغاء كل المكالمات المنتظرة في ${name}؟`,
  cancelAllBody: (count: ReactNode) => (
    <>
      عدد المكالمات التي تُلغى نهائيًا: {count}؛ وتستمر المكالمات الجارية. لتأجيلها بدلًا من ذلك، أوقف الحملة
      مؤقتًا. اكتب عددها للمتابعة.
    </>
  ),
  cancelAllField: 'عدد المكالمات المنتظرة',
  cancelAllHint: (count: string) => `اكتب ${count}.`,
  cancelAllFault: (count: string) => `ليس هذا عدد المكالمات المنتظرة. اكتب ${count}.`,
  cancelAllAction: (count: string) => `إلغاء ${count}`,
  cancelAllDone: (count: string, number: number) => `تم الإلغاء: ${call(count, number)}.`,
  cancelTitle: (number: string) => `هل تريد إلغاء المكالمة إلى \u2068${number}\u2069؟`,
  cancelBody: 'لن يُتصل بعد الآن. يمكنك إجراؤها مجددًا من صفحتها.',
  cancelAction: 'إلغاء المكالمة',
  keep: 'إبقاؤها',
  canceled: (number: ReactNode) => <>أُلغيت المكالمة إلى {number}.</>,
  overBefore: (number: ReactNode) => <>كانت المكالمة إلى {number} قد انتهت.</>,
  empty: 'لا مكالمات منتظرة أو قيد التنفيذ.',
  emptyNext: 'حالما تكون لحملة مكالمة تظهر هنا. تجد المكالمة التجريبية في صفحة الحملة.',
  toCampaigns: 'إلى الحملات',
  noWorker: 'لا يوجد عامل معالجة',
}
