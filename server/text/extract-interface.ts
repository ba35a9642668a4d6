/**
 * The words of a page's own interface, in the languages of the sites under watch. A block that consists of them is no
 * text of the page, even if no element is named after its part.
 */
const interfaceWords = [
  // Chinese, simplified and traditional; a word comes before the words that begin it.
  '立即(?:沟通|咨询|报名|申请|下载|预约|体验|投递)|免费(?:试用|体验|咨询)|(?:在线|预约)(?:留言|报名|预约|咨询)|顶一下|我来答|我要(?:提问|回答|咨询|留言|投诉|报名|提异议)|查看(?:全部|详情|PDF原文)|下载(?:客户端|APP|电子名片)|收藏(?:职位|本文|店铺)|更多回答|跳(?:转|过)?[到至](?:导航|搜索|正文|主要(?:内容|內容區塊))|(?:没有?|有)帮助',
  '登[录陆錄]|立即注册|免费注册|注册|注冊|安全退出|退出|设为首页|加入收藏|收藏本[站页]|收藏|(?:网站|返回)?首页|首頁|[上下尾末前后]一?页|跳转|转到第?|第|页次?|条?记录|条|共|每页|当前|返回(?:列表|顶部|上一?页)?|顶部|我要打印|打印(?:本[页文])?|列印|关闭(?:窗口|本页)?|推荐给[朋好]友|告诉[朋好]友|发送给?[朋好]友|复制链接|分享(?:到|至)?|分享按钮|微信(?:好友)?|微博|新浪|腾讯|朋友圈|QQ(?:空间|好友)?|人人网|豆瓣',
  '字[号體体](?:大小)?|[大中小]|双击滚屏|自动滚屏|放大|缩小|默认|繁體|繁体|简体|无障碍(?:阅读|浏览)?|长者(?:模式|版|专区)|关怀版|适老版|手机版|移动版|(?:移动|手机)?客户端|(?:全站|高级|站内|标题)?(?:搜索|检索)|搜尋|重置|提交|取消|点赞|赞同?|踩(?:一下)?|在看|喜欢|不感兴趣|感兴趣|投诉|举报|(?:我要|网站)?纠错|回复|引用|只看(?:该作者|楼主)|倒序浏览|楼主|加关注|关注[他她]?|已关注|私信|跟贴|跟帖',
  '关于我们|联系我们|(?:网站|站点)地图|版权声明|免责声明|法律(?:声明|条款)|隐私(?:政策|声明|条款|保护)?|用户协议|服务条款|使用帮助|帮助中心|意见反馈|网站声明|友情链接|广告服务|网站管理|管理登[录陆]|后台管理|更多|展开(?:全文|全部)?|收起|阅读原文|查看(?:更多|原文)|(?:点击)?加载更多|(?:参与|我要|发表|全部|最新|热门|添加|查看)评论|(?:精选|写)留言|申请转载|加入购物车|立即购买|在线(?:客服|咨询)|立即咨询|请登录|[你您]好|我的订单|购物车|[个会]人?员?中心|售后保障|次',
  '浏览(?:次数|量|数)?|阅读(?:次数|量|数)?|点击(?:次数|量|数)?|访问(?:次数|量|数)?|人气|瀏覽(?:人次|次數)?|點[擊閱](?:人次|次數|數|率)?|回(?:上一?頁|首頁|頁首)|友善列印|轉寄(?:友人)?|網站導覽|民意信箱|加入收藏',
  // Japanese
  'このページを印刷(?:する)?|印刷(?:する|用ページ)?|ページの?(?:先頭|トップ|上部)へ?(?:戻る)?|(?:トップ|先頭|一覧|前の?ページ|ホーム)[へに]?戻る|戻る|[前次]の?(?:ページ|\\d+件)へ?|文字サイズ|拡大|縮小|標準|(?:サイト内)?検索|ログイン|ログアウト|(?:無料|有料)?会員登録|新規登録|お気に入り|シェア(?:する)?|ツイート|ポスト|いいね|LINEで送る|はてなブックマーク|サイトマップ|個人情報保護方針|プライバシーポリシー|利用規約|ご利用条件|コメントを(?:書く|する)|読者になる|ブログトップ|もっと(?:見る|読む)|続きを読む|閉じる|同意する|メニュー|お知らせ一覧へ?|フォロー(?:する)?|資料請求|お申し込みはこちら|PAGE ?TOP',
  // Russian
  '(?:рас)?печат(?:ать|ь)|версия для (?:печати|слабовидящих)|наверх(?: страницы)?|назад|верн(?:уться|ите)(?: к списку| назад)?|возврат к списку|далее|следующ(?:ая|ий)|предыдущ(?:ая|ий)|поиск(?: по сайту)?|войти(?: на сайт)?|вход|регистрация|зарегистрироваться|поделиться|вконтакте|телеграм|одноклассники|карта сайта|обратная связь|политика конфиденциальности|пользовательское соглашение|подписаться|подписка|комментари(?:и|ев)(?: нет)?|нет комментариев|комментировать|ответить|отправить(?: другу)?|нравится|показать ещ[её]|ещ[её]|читать далее|подробнее|понятно|принять|рассказать друзьям|(?:добавить|написать) комментарий|оставить (?:отзыв|заявку)|заказать звонок|задать вопрос|в избранное|скачать|просмотр(?:ов|ы)|главная|меню',
  // Arabic
  'طباعة|رجوع|عودة(?: إلى)?|العودة(?: إلى)?|(?:الصفحة )?(?:السابقة?|التالية?)|الصفحة|بحث|تسجيل(?: الدخول)?|دخول|مشاركة|شارك(?: المقال)?|تويتر|فيسبوك|واتساب|خريطة الموقع|(?:سياسة )?الخصوصية|شروط الاستخدام|اتصل بنا|الرئيسية|(?:اقرأ )?المزيد|أعلى الصفحة|نسخ الرابط|إرسال(?: بالبريد)?|(?:اترك|أضف) تعليقا?|حجم الخط|تكبير|تصغير|(?:النشرة|القائمة) البريدية|اشترك|موافق|تبرع(?: الآن)?|احجز الآن|ساهم معنا|تحميل|متابعة|تابعنا',
  // English
  'home|more|print|close|back(?: to (?:top|list))?|top|next|previous|prev|(?:log|sign)(?: |-)?in|register|share|tweet|facebook|twitter|linkedin|whatsapp|telegram|weibo|wechat|e-?mail|search|sitemap|site map|privacy policy|terms of (?:use|service)|menu|reply|like|skip to (?:main )?content|jump to (?:recipe|content|navigation)|download|(?:read|show|see|view|load)(?: the)? (?:more|less|details|all)|expand(?: all)?|collapse(?: all)?|follow(?: us)?|donate(?: now)?|apply now',
]
/** Chinese and Japanese words follow each other without a blank. */
const letter = '[[\\p{L}\\p{M}]--[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]]'
const word = new RegExp(`(?<!${letter})(?:${interfaceWords.join('|')})(?!${letter})`, 'ivy')
const signs = /[^\p{L}\p{M}]*/uy
const longestInterface = 80

/** Whether a text consists of words of the interface, numbers and signs. */
export function isInterface(text: string): boolean {
  if (text.length > longestInterface) return false
  let at = 0
  let words = 0
  while (true) {
    signs.lastIndex = at
    at += signs.exec(text)?.[0].length ?? 0
    if (at >= text.length) return words > 0
    word.lastIndex = at
    const found = word.exec(text)?.[0]
    if (!found) return false
    words += 1
    at += found.length
  }
}

/** Counters and tools in the line below a title. */
const tools =
  /字[号體体](?:大小)?\s*[：:【[（(]|[【[（(]\s*字[号体]|(?:浏览|阅读|点击|访问)(?:次数|量|数)|双击滚屏|(?:我要|【)打印|打印本[页文]|关闭(?:窗口|本页)|显示公告概要|参与评论|只看(?:该作者|楼主)|阅读约|\bViews?:|印刷する|文字サイズ|просмотров\s*:|версия для печати|комментариев нет|عدد (?:الزوار|المشاهدات|الزيارات)|حجم الخط|اترك تعليق/i
const longestTools = 160

/** Whether a line has tools of the page, and no sentence. */
export function hasTools(text: string): boolean {
  return text.length <= longestTools && tools.test(text) && !/[。！？!?؟]|\.\s/.test(text)
}

/** The begin of what lists other pages, or what readers wrote. */
const sections =
  /^[\s\p{P}\p{S}]*(?:(?:相关|相關|推荐|推薦|延伸|热门|熱門|最新|最热|精彩|更多|关联|近期|类似|相似)(?:阅读|新闻|文章|稿件|文档|链接|推荐|报道|公告|信息|产品|内容|资讯|评论|主题|商品|職位|职位|帖子|问题)|猜[你您]喜欢|(?:大家|他们|网友)(?:都|还)?在(?:看|问|搜)|看了又看|友情链接|点击排行榜?|(?:热点|热门|新闻|阅读|浏览)?排行榜?|热点新闻|(?:精选|网友|最新)留言|(?:全部|网友|我要|发表|热门|参与|精选)(?:评论|跟帖|留言)|评论(?:列表|区)?|関連(?:記事|リンク|ニュース|情報|ページ)|あわせて読みたい|おすすめ(?:記事)?|最新(?:記事|の記事)|新着記事|(?:アクセス)?ランキング|コメント|(?:похожие|свежие|другие|последние) (?:записи|новости|материалы|статьи)|читайте также|смотрите также|по теме|популярное|лента новостей|комментарии|оставить (?:ответ|комментарий)|(?:مواضيع|مقالات|أخبار|استشارات|فتاوى|أسئلة) (?:ذات صلة|مرتبطة|مشابهة|أخرى)|ذات صلة|اقرأ أيضا|الأكثر (?:قراءة|مشاهدة)|التعليقات|روابط (?:هامة|مهمة|ذات صلة))/iu
const longestSection = 24

/** Whether a text is the heading of a list of other pages or of comments. */
export function isSectionHeading(text: string): boolean {
  return text.length <= longestSection && sections.test(text)
}

const imprint =
  /ICP\s*[备備证]|公网安备|版权所有|版權所有|copyright|©|\(c\) ?(?:19|20)\d\d|all rights reserved|powered by|网站标识码|(?:主办|承办|主管)(?:单位)?\s*[：:]|技术支持\s*[：:]|(?:最佳|建议).{0,8}(?:浏览|分辨率|使用).{0,12}(?:浏览|分辨率|IE|\d{3,4})|无断转载|無断転載|当サイト|著作権|все права защищены|при (?:использовании|перепечатке) материалов|(?:разработка|создание) сайта|сетевое издание|جميع الحقوق|حقوق النشر/i
const longestImprint = 300

/** Whether a text is part of the imprint that ends a page. */
export function isImprint(text: string): boolean {
  return text.length <= longestImprint && imprint.test(text)
}

const documentName = /\.(?:pdf|docx?|xlsx?|pptx?|wps|et|ofd|rtf|odt|ods|csv|zip|rar|7z)$/i
const attachment = /^\s*(?:附件|附表|附图|下载[:：]|添付|資料[:：]|приложени[ея]|المرفق|attachment|annex)/i

/** Whether a block is a document that belongs to the page. */
export function isAttachment(text: string, links: readonly string[]): boolean {
  if (links.length === 0 && !attachment.test(text)) return false
  if (attachment.test(text) || documentName.test(text.replace(/\s*[（(][^）)]*[）)]\s*$/, ''))) return true
  return links.some(link => documentName.test(link.replace(/[?#].*$/, '')))
}
