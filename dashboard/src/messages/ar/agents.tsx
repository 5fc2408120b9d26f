import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Agents: the list, the preview of a prompt, and the chat to try one. */
export const agents = {
  title: 'الوكلاء',
  lead: 'نماذج لغة لها مهمة، تدير المكالمات وتجيب عن المحادثات ضمن حدود معلنة.',
  none: 'لا يوجد وكيل في هذا المشروع بعد.',
  noneNext: 'أضف حساب نموذج أولًا، ثم أنشئ وكيلًا.',
  new: 'وكيل جديد',
  newTitle: 'وكيل جديد',
  newLead: 'لا يُتصل بأحد قبل أن تعطيه حملةٌ مكالمات.',
  newCrumb: 'جديد',
  idName: 'agent_id',
  name: 'الاسم',
  model: 'النموذج',
  tools: 'الأدوات',
  does: 'يعمل',
  campaigns: (count: number, shown: string) =>
    `مكالمات ${shown} ${plural(count, 'ar', { one: 'حملة', two: 'حملتين', few: 'حملات', many: 'حملة', other: 'حملة' })}`,
  answers: (sender: ReactNode) => <>محادثات {sender}</>,
  idle: 'لا شيء بعد',
  revision: 'المراجعة',
  changedBy: 'التغيير',
  leadOf: (revision: string) => `المراجعة ${revision}.`,
  viewerNote: 'يمكنك قراءته. يحتاج التغيير إلى دور المحرّر.',
  tabs: 'أجزاء الوكيل',
  definition: 'التعريف',
  preview: 'المعاينة',
  try: 'تجربة',
  previewLead: 'ما سيقرؤه النموذج وما سيُقال أولًا، بحسب المكتوب في التعريف.',
  customer: 'العميل',
  customerNone: 'لا تذكر النصوص شيئًا عن العميل.',
  valueOf: (name: string) => `قيمة \u2068${name}\u2069`,
  channel: 'القناة',
  channels: { voice: 'مكالمة', whatsapp: 'WhatsApp', web: 'محادثة' } as Record<string, string>,
  firstLine: 'يقول أولًا',
  customerFirst: 'لا شيء: العميل يتكلم أولًا.',
  prompt: 'التعليمات',
  servicePart: 'ما تضيفه الخدمة',
  cut: (text: string, reason: ReactNode) => (
    <>
      {text} غير كامل: {reason}
    </>
  ),
  tryLead: 'محادثة مع الوكيل المحفوظ. يُسأل نموذجه وتعمل أدواته وتُحفظ المحادثة.',
  tryUnsaved: 'ما كُتب ولم يُحفظ لا يدخل فيها.',
  begin: 'بدء المحادثة',
  again: 'البدء من جديد',
  message: 'رسالتك',
  send: 'إرسال',
  chat: 'المحادثة',
  you: 'أنت',
  agent: 'الوكيل',
  thinks: 'الوكيل يجيب…',
  tool: (name: ReactNode, outcome: ReactNode) => (
    <>
      الأداة {name}: {outcome}
    </>
  ),
  outcomes: {
    begun: 'قيد التشغيل…',
    ok: 'تم',
    failed: 'فشل',
    refused: 'مرفوض',
    asked: 'يسأل أولًا',
    repeated: 'أُجيب من التشغيل الأول',
    unknown: 'لا يُعرف هل تم',
  } as Record<string, string>,
  from: (title: ReactNode) => <>من: {title}</>,
  ended: 'أنهى الوكيل المحادثة.',
  person: 'شخص يجيب من هنا.',
  silent: 'لم يقل الوكيل شيئًا.',
  toConversation: 'عرض المحادثة',
  broken: 'انقطع الجواب.',
  late: 'لا تزال الإجابة قيد الإعداد.',
  retry: 'طلبه مرة أخرى',
  led: 'المحادثات التي قادتها',
  ledNone: 'لا شيء',
  ledCount: (count: string, isMore: boolean, number: number) =>
    isMore ? `أكثر من ${count} من المحادثات` : number === 1 ? 'محادثة واحدة' : `المحادثات: ${count}`,
  ledAt: (channel: string, at: ReactNode) => (
    <>
      {channel}، {at}
    </>
  ),
}
