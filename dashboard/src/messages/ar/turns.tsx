import type { ReactNode } from 'react'

/** What an agent did in a conversation, turn by turn. */
export const turns = {
  title: 'ما فعله الوكيل',
  lead: 'ما قاله العميل وما تلاه.',
  turn: (number: string) => `الدور ${number}`,
  begins: 'قبل أن يتكلم العميل',
  customer: 'العميل',
  agent: 'الوكيل',
  nothing: 'لم يقل شيئًا',
  received: (text: ReactNode) => <>وصل العميلَ منه: {text}</>,
  model: 'النموذج',
  tokens: 'الرموز',
  tokensOf: (read: string, written: string) => `${read} مقروءة، ${written} مكتوبة`,
  estimated: 'تقدير',
  firstText: 'أول نص بعد',
  took: 'المدة',
  ended: 'النهاية',
  goesOn: 'مستمر',
  sources: 'المصادر',
  steps: 'الأدوات',
  asked: 'سأل النموذج',
  tool: (name: ReactNode, outcome: string) => (
    <>
      {name}: {outcome}
    </>
  ),
  outcomes: {
    ok: 'تم',
    failed: 'فشل',
    refused: 'مرفوض',
    asked: 'سأل أولًا',
    repeated: 'أُجيب من التشغيل الأول',
    unknown: 'لا يُعرف هل تم',
  } as Record<string, string>,
  runs: 'قيد التشغيل',
  states: {
    superseded: 'وصلت رسالة أحدث',
    failed: 'فشل',
  } as Record<string, string>,
  takeOver: 'تولّي المحادثة',
  giveBack: 'إعادتها إلى الوكيل',
  tookOver: 'أنت تجيب من الآن، ولن يقول الوكيل شيئًا.',
  gaveBack: 'الوكيل يجيب من جديد.',
}
