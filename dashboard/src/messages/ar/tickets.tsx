import type { ReactNode } from 'react'
import { countedNode, nouns } from './count.tsx'

/** Tickets: what somebody has to look after. */
export const tickets = {
  title: 'التذاكر',
  leadOpen: (total: ReactNode, count: number) => (
    <>المفتوح: {countedNode(total, count, nouns.ticket)}، الأقدم أولًا.</>
  ),
  leadClosed: (total: ReactNode, count: number) => (
    <>المغلق: {countedNode(total, count, nouns.ticket)}، الأحدث أولًا.</>
  ),
  show: 'عرض',
  shows: { open: 'المفتوحة', closed: 'المغلقة' } as Record<string, string>,
  /** How a ticket stands, where a single one is shown. */
  statuses: { open: 'مفتوحة', closed: 'مغلقة' } as Record<string, string>,
  searchHint: 'موضوع أو اسم أو رقم أو اسم مستخدم أو معرّف',
  heads: { subject: 'الموضوع', person: 'الشخص', opened: 'الفتح', closed: 'الإغلاق' },
  noSubject: 'بلا موضوع',
  noPerson: 'غير معروف',
  openers: {
    workflow: 'بواسطة مسار عمل',
    keyword: 'بكلمة في رسالة',
    agent: 'بواسطة وكيل',
    operator: 'بواسطة شخص',
  } as Record<string, string>,
  imported: 'مستوردة',
  openedBy: (name: ReactNode) => <>بواسطة {name}</>,
  closedBy: (name: ReactNode) => <>بواسطة {name}</>,
  toConversation: 'المحادثة',
  conversationLabel: (subject: string) => `محادثة ${subject}`,
  none: 'لا توجد تذكرة مفتوحة.',
  noneNext:
    'تفتح مسارات العمل التذاكر، وكذلك كلمات في رسائل واتساب يحددها المشروع. ويمكنك فتح تذكرة من صفحة شخص.',
  noneClosed: 'لم تُغلق أي تذكرة بعد.',
  toPeople: 'إلى جهات الاتصال',
  close: 'إغلاق…',
  closeLabel: (subject: string) => `إغلاق ${subject}`,
  closeTitle: 'هل تريد إغلاق هذه التذكرة؟',
  closeAction: 'إغلاق التذكرة',
  note: 'ما تم فعله',
  noteHint: 'يظهر في التذكرة وفي السجل الزمني للشخص.',
  closed: 'تم إغلاق التذكرة.',
  new: 'فتح تذكرة…',
  newTitle: (who: string) => `فتح تذكرة بشأن \u2068${who}\u2069`,
  subject: 'ما يجب متابعته',
  openAction: 'فتح التذكرة',
  opened: 'تم فتح التذكرة.',
}
