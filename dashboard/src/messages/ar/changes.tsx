import type { ReactNode } from 'react'
import { counted, nouns } from './count.tsx'

/** Who changed what, from what to what. */
export const changes = {
  title: 'التغييرات',
  lead: 'من غيّر ماذا في هذه المؤسسة، الأحدث أولًا: لوحة التحكم وAPI والأوامر والمزامنات على السواء.',
  none: 'لم يتغير شيء بعد.',
  noneNext: 'يُسجَّل هنا كل تغيير من الآن فصاعدًا.',
  person: 'بواسطة',
  record: 'السجل',
  field: 'الحقل',
  fieldHint: 'مثل slots',
  personHint: 'اسم أو معرّف',
  from: 'من',
  to: 'حتى',
  kinds: {
    organization: 'المؤسسة',
    project: 'المشروع',
    voice_carrier: 'شركة الاتصالات',
    caller_id: 'رقم المتصل',
    workflow: 'مسار العمل',
    agent: 'الوكيل',
    model_account: 'حساب النموذج',
    webhook_endpoint: 'نقطة نهاية webhooks',
    campaign: 'الحملة',
    call_batch: 'ملف المكالمات',
    do_not_call: 'رقم في قائمة عدم الاتصال',
    whatsapp_sender: 'رقم الإرسال',
    whatsapp_template: 'القالب',
    broadcast: 'البث',
    whatsapp_message: 'الرسالة',
    opt_out: 'إلغاء الاشتراك',
    customer_profile: 'جهة الاتصال',
    ticket: 'التذكرة',
    source: 'المصدر',
    api_key: 'مفتاح API',
    person: 'الشخص',
    demo_calls: 'العرض التجريبي',
  } as Record<string, string>,
  actions: {
    created: '(إنشاء)',
    updated: '(تغيير)',
    removed: '(إزالة)',
    opened: '(فتح)',
    closed: '(إغلاق)',
    ended: '(إنهاء)',
    settled: '(حسم)',
    'read again': '(إعادة القراءة)',
    'crawl requested': '(زحف جديد)',
    'crawl canceled': '(إلغاء الزحف)',
    'sessions ended': '(تسجيل الخروج من كل مكان)',
  } as Record<string, string>,
  vias: {
    dashboard: 'في لوحة التحكم',
    api: 'عبر API',
    apply: 'عبر apply',
    command: 'بأمر',
    sync: 'بالمزامنة',
  } as Record<string, string>,
  what: (kind: ReactNode, name: ReactNode, action: ReactNode) => (
    <>
      {kind} <b>{name}</b> {action}
    </>
  ),
  who: (name: ReactNode, via: string, at: ReactNode) => (
    <>
      {name} {via}، {at}
    </>
  ),
  path: 'الحقل',
  before: 'قبل',
  after: 'بعد',
  unset: 'غير معيّن',
  secret: 'سري، تم تغييره',
  show: (count: number) => `${counted(String(count), count, nouns.field)}: قبل وبعد`,
  hide: 'إخفاء',
  bringBack: 'استعادة',
  bringBackLabel: (name: string, revision: string) => `استعادة ${name} كما كان قبل النسخة ${revision}`,
  requestId: 'معرّف الطلب',
  historyNone: 'لم يتغير شيء منذ الإنشاء، أو تم الإنشاء قبل بدء تسجيل التغييرات.',
  historyNoneNext: 'سيظهر التغيير التالي هنا مع ما كان قبله.',
  by: 'بواسطة',
}
