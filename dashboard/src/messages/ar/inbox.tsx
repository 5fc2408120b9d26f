import type { ReactNode } from 'react'
import { countedNode, nouns } from './count.tsx'

/** Conversations that wait for a person or that a person leads, and a person's answer. */
export const inbox = {
  title: 'صندوق الوارد',
  lead: (total: ReactNode, count: number) => (
    <>لدى شخص: {countedNode(total, count, nouns.conversation)}؛ أولاً ما لم يُجَب عنه.</>
  ),
  heads: { who: 'الشخص', summary: 'الموضوع', leader: 'من يجيب', since: 'منذ', last: 'آخر رسالة' },
  noSummary: 'بلا ملخص',
  byAgent: (name: ReactNode) => <>الوكيل: {name}</>,
  nobody: 'لا أحد بعد',
  noWord: 'لا رد بعد',
  wroteAt: (at: ReactNode) => <>آخر رد: {at}</>,
  noMessage: 'لا شيء',
  open: 'نافذة واتساب مفتوحة',
  closed: 'نافذة واتساب مغلقة',
  empty: 'لا توجد محادثة تنتظر شخصاً.',
  emptyNext: 'يظهر هنا ما يسلّمه الوكيل، وما تتولاه من الوكيل في صفحة المحادثة.',
  toConversations: 'إلى المحادثات',
  whoAnswers: 'من يجيب',
  agentAnswers: (name: ReactNode) => <>يجيب {name}.</>,
  waits: (at: ReactNode) => <>تنتظر شخصاً منذ {at}؛ لم يتولّها أحد بعد.</>,
  personAnswers: (name: ReactNode, since: ReactNode) => (
    <>
      يجيب {name} منذ {since}.
    </>
  ),
  says: (summary: ReactNode) => <>يقول الوكيل: {summary}</>,
  answer: 'ردك',
  send: 'إرسال',
  sent: 'أُرسل ردك.',
  writeFirst: 'اكتب ردك أولاً.',
  failed: 'لم يقبل واتساب ردك.',
  notKnownYet: 'لا يُعرف بعد هل وصل ردك إلى واتساب.',
  notKnown: 'لا يُعرف هل أُرسل ردك. اسأل مرة أخرى: يُرسل مرة واحدة على الأكثر.',
  askAgain: 'اسأل مرة أخرى',
  leaveBody: 'لم يُرسل ردك، وسيضيع.',
  leaveSending: 'يُرسل ردك الآن. إن فشل إرساله ضاع.',
  ended: 'انتهت المحادثة: لا يمكن إرسال شيء فيها بعد الآن.',
  toMessage: 'إلى الرسالة',
  windowClosed: (at: ReactNode) => (
    <>
      لا يمكنك الكتابة هنا: أغلق واتساب النافذة ({at}) بعد 24 ساعة من آخر رسالة من العميل. تُفتح عندما يكتب من
      جديد؛ وحتى ذلك الحين لا تصله إلا رسالة من قالب.
    </>
  ),
  neverWrote: 'لا يمكنك الكتابة هنا: لم يكتب العميل على واتساب، فلا تصله إلا رسالة من قالب.',
  otherChannel: 'يمكن كتابة الردود هنا في محادثات واتساب فقط.',
}
