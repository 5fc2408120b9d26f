import type { ReactNode } from 'react'
import { counted, nouns } from './count.tsx'

const call = (shown: string, count: number) => counted(shown, count, nouns.call)
const campaign = (shown: string, count: number) => counted(shown, count, nouns.campaign)
const broadcast = (shown: string, count: number) => counted(shown, count, nouns.broadcast)
const project = (shown: string, count: number) => counted(shown, count, nouns.project)

export const effects = {
  calls_dialled: (shown: string, count: number) => `مكالمات منتظرة تُجرى فورًا: ${call(shown, count)}.`,
  calls_wait_for_release: (shown: string, count: number) =>
    `مكالمات منتظرة تُحجز حتى الاستئناف: ${call(shown, count)}.`,
  calls_wait_for_hours: (shown: string, count: number, opensAt: ReactNode | null) =>
    opensAt === null ? (
      `مكالمات تنتظر بلا نهاية، لأن ساعات الاتصال لا تُفتح أبدًا: ${call(shown, count)}.`
    ) : (
      <>
        مكالمات تنتظر حتى {opensAt}: {call(shown, count)}.
      </>
    ),
  calls_expire: (shown: string, count: number) => `مكالمات منتظرة تنتهي مهلتها: ${call(shown, count)}.`,
  calls_fail: (shown: string, count: number) =>
    `مكالمات منتظرة تفشل، لأن الحملة ينقصها ما تحتاجه المكالمات: ${call(shown, count)}.`,
  calls_go_on: (shown: string, count: number) => `مكالمات جارية تستمر: ${call(shown, count)}.`,
  calls_beyond_slots: (shown: string, count: number) =>
    `مكالمات جارية تتجاوز عدد الخطوط وتستمر: ${call(shown, count)}.`,
  callbacks_refused: (shown: string, count: number) =>
    `مكالمات جارية يُبلَّغ عنها بتوقيع الرمز القديم، وهو مرفوض: ${call(shown, count)}.`,
  campaigns_follow: (shown: string, count: number) =>
    `حملات تتبع المراجعة الجديدة في المكالمات التي تُجرى من الآن: ${campaign(shown, count)}.`,
  campaigns_call_from: (shown: string, count: number) => `حملات تتصل من هذا الرقم: ${campaign(shown, count)}.`,
  broadcasts_stop: (shown: string, count: number) => `لن يُرسَل بعد الآن: ${broadcast(shown, count)}.`,
  broadcasts_go_on: (shown: string, count: number) => `يمكن الإرسال مجددًا: ${broadcast(shown, count)}.`,
  webhooks_refused: () => 'يُستبدل سر التطبيق: ما يوقّعه WhatsApp بالسر القديم يُرفض.',
  plan_stops: (shown: string, count: number) =>
    `مشاريع لا تقبل رسائل واتساب من الآن، وتستمر مكالماتها: ${project(shown, count)}.`,
  plan_resumes: (shown: string, count: number) => `مشاريع تقبل رسائل واتساب مجددًا: ${project(shown, count)}.`,
  sends_refused: (shown: string, count: number) =>
    `الرسائل المستخدمة فوق ما تسمح به الباقة: ${counted(shown, count, nouns.message)}. ستُرفض الرسائل التالية.`,
  links_beyond_plan: (shown: string, count: number) =>
    `الصفحات المفهرسة فوق ما تسمح به الباقة: ${counted(shown, count, nouns.page)}. لن يضيف الزحف صفحات.`,
  customer_fields_unknown: (shown: string, _count: number, _opensAt: ReactNode | null, names: ReactNode) => (
    <>
      قيم تُقرأ ولم تكن في أي مكالمة حديثة لحملاته ({shown}): {names}.
    </>
  ),
  campaigns_dial_nothing: (shown: string, count: number) =>
    `حملات لا تُجري أي مكالمة، لأن المكالمة قد تدوم أو تكلّف أكثر مما تسمح به حدود الحماية في يوم كامل: ${campaign(shown, count)}.`,
}
