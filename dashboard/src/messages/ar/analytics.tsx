import { counted, nouns } from './count.tsx'

export const analytics = {
  title: 'التحليلات',
  titleCalls: (shown: string, value: number, rate: string | null) =>
    rate === null
      ? 'لا مكالمات في هذه الفترة'
      : `${counted(shown, value, nouns.call)}، تم الرد على ${rate} منها`,
  titleChats: (shown: string, value: number, messages: string, messageCount: number) =>
    `الدردشات الجديدة: ${counted(shown, value, nouns.chat)}، وفيها ${counted(messages, messageCount, nouns.message)}`,
  lead: (from: string, to: string, zone: string) => `من ${from} إلى ${to}، بتوقيت ${zone}.`,
  leadOpen: 'ما لم ينتهِ بعد يُرسم مفرّغًا ولا تشمله المقارنة.',
  tabs: 'ما يُحصى',
  calls: 'المكالمات',
  chats: 'الدردشات',
  presets: 'الفترة',
  preset: {
    '7d': '7 أيام',
    '30d': '30 يومًا',
    '90d': '90 يومًا',
    '12m': '12 شهرًا',
  } as Record<string, string>,
  filters: 'الفترة والتقسيم',
  from: 'من يوم',
  to: 'حتى يوم',
  by: 'حسب',
  sizes: { day: 'اليوم', week: 'الأسبوع، من الاثنين', month: 'الشهر' } as Record<string, string>,
  sizeFits: 'الأنسب',
  split: 'التقسيم',
  noSplit: 'بلا تقسيم',
  splits: { campaign: 'حسب الحملة', outcome: 'حسب النتيجة', channel: 'حسب القناة' } as Record<string, string>,
  export: 'تصدير بصيغة CSV',
  head: { day: 'اليوم', week: 'الأسبوع', month: 'الشهر' } as Record<string, string>,
  before: 'الفترة السابقة',
  open: 'عرض هذه المحادثات',
  notOver: 'لم تنتهِ بعد',
  others: 'أخرى',
  statuses: {
    processing: 'قيد الإرسال',
    unresolved: 'غير معروفة بعد',
    sent: 'مُرسَلة',
    delivered: 'مُسلَّمة',
    read: 'مقروءة',
    failed: 'فاشلة',
    inbound: 'من العملاء',
    outbound: 'إلى العملاء',
  } as Record<string, string>,
  /** What is over, beside the span before. */
  more: (share: string) => `بزيادة ${share} عن الفترة السابقة`,
  less: (share: string) => `بانخفاض ${share} عن الفترة السابقة`,
  asMany: 'كما في الفترة السابقة',
  noneBefore: 'مقابل لا شيء في الفترة السابقة',
  figure: {
    calls: (shown: string, value: number, compared: string) =>
      `المكالمات الصادرة والواردة: ${counted(shown, value, nouns.call)}، ${compared}.`,
    rate: (shown: string, before: string) =>
      `تم الرد على ${shown} من المكالمات، مقابل ${before} في الفترة السابقة.`,
    noRate: 'لم تُجرَ أي مكالمة، فلا توجد نسبة رد.',
    talk: (shown: string, compared: string) => `مدة التحدّث: ${shown}، ${compared}.`,
    chats: (shown: string, value: number, compared: string) =>
      `الدردشات الجديدة: ${counted(shown, value, nouns.chat)}، ${compared}.`,
    messages: (shown: string, value: number, inbound: string, compared: string) =>
      `الرسائل المكتوبة: ${counted(shown, value, nouns.message)}، منها ${inbound} من العملاء، ${compared}.`,
    leads: (shown: string, value: number, compared: string) =>
      `تواصُل لأول مرة: ${counted(shown, value, nouns.person)}، ${compared}.`,
    tickets: (shown: string, value: number, compared: string) =>
      `التذاكر المفتوحة: ${counted(shown, value, nouns.ticket)}، ${compared}.`,
    sends: (shown: string, value: number, compared: string) =>
      `رسائل البث حسب حالتها الآن: ${counted(shown, value, nouns.message)}، ${compared}.`,
    campaignDays: (shown: string, value: number, rate: string | null) =>
      rate === null
        ? 'لا مكالمات في آخر 30 يومًا.'
        : `${counted(shown, value, nouns.call)} في 30 يومًا، تم الرد على ${rate} منها.`,
  },
  values: {
    calls: 'المكالمات',
    rate: 'نسبة الرد',
    talk: 'مدة التحدّث',
    chats: 'الدردشات',
    messages: 'الرسائل',
    leads: 'أشخاص جدد',
    tickets: 'التذاكر',
    sends: 'الرسائل المُرسَلة',
  },
  noCalls: 'لا توجد أي مكالمة صادرة أو واردة في هذه الفترة ولا في سابقتها.',
  noCallsNext: 'اختر فترة أطول، أو أجرِ مكالمة تجريبية من إحدى الحملات.',
  noChats: 'لم يحدث شيء في الدردشات في هذه الفترة ولا في سابقتها.',
  noChatsNext: 'اختر فترة أطول. تبدأ الدردشة بأول رسالة من العميل أو إليه.',
  toCampaigns: 'إلى الحملات',
  campaignTitle: 'آخر 30 يومًا حسب النتيجة',
  toAnalytics: 'المزيد في التحليلات',
}
