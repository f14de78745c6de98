-- What the guide can answer: intents, words that mean the same, and phrasings. supabase/tests/assistant-questions.ts measures them.

insert into private.assistant_synonyms (word, means) values
  ('dress code', 'dresscode'), ('outfit', 'dresscode'), ('attire', 'dresscode'), ('wait list', 'waitlist'),
  ('waiting list', 'waitlist'), ('waitlisted', 'waitlist'), ('guest list', 'guestlist'), ('lost and found', 'lostfound'),
  ('money back', 'refund'), ('reimburse', 'refund'), ('reimbursement', 'refund'), ('moneyback', 'refund'), ('e mail', 'email'),
  ('mail', 'email'), ('mails', 'email'), ('emails', 'email'), ('inbox', 'email'), ('whats', 'whatis'), ('what is', 'whatis'),
  ('whens', 'whenis'), ('when is', 'whenis'), ('wheres', 'whereis'), ('where is', 'whereis'), ('im', 'iam'), ('i am', 'iam'),
  ('id like', 'iwant'), ('i would like', 'iwant'), ('i want', 'iwant'), ('i need', 'iwant'), ('cant', 'cannot'), ('can not', 'cannot'),
  ('didnt', 'notyet'), ('did not', 'notyet'), ('never', 'notyet'), ('dont', 'donot'), ('do not', 'donot'), ('doesnt', 'doesnot'),
  ('does not', 'doesnot'), ('tix', 'ticket'), ('tickets', 'ticket'), ('admission', 'ticket'), ('gig', 'event'), ('show', 'event'),
  ('shows', 'event'), ('fete', 'event'), ('party', 'event'), ('parties', 'event'), ('fetes', 'event'), ('concert', 'event'),
  ('night', 'event'), ('bash', 'event'), ('rave', 'event'), ('cancelled', 'cancel'), ('canceled', 'cancel'),
  ('cancellation', 'cancel'), ('called off', 'cancel'), ('rescheduled', 'postpone'), ('postponed', 'postpone'), ('moved', 'postpone'),
  ('another date', 'newdate'), ('new date', 'newdate'), ('other date', 'newdate'), ('qr', 'qrcode'), ('qr code', 'qrcode'),
  ('barcode', 'qrcode'), ('bar code', 'qrcode'), ('tonite', 'tonight'), ('tonight', 'tonight'), ('today', 'tonight'),
  ('this evening', 'tonight'), ('weekend', 'weekend'), ('friday', 'weekend'), ('saturday', 'weekend'), ('sunday', 'weekend'),
  ('cost', 'price'), ('costs', 'price'), ('prices', 'price'), ('pricing', 'price'), ('expensive', 'price'), ('how much', 'price'),
  ('upcoming', 'comingup'), ('coming up', 'comingup'), ('coming', 'comingup'), ('next', 'comingup'), ('soon', 'comingup'),
  ('lineup', 'lineup'), ('line up', 'lineup'), ('djs', 'artist'), ('dj', 'artist'), ('deejay', 'artist'), ('playing', 'perform'),
  ('plays', 'perform'), ('performing', 'perform'), ('address', 'location'), ('venue', 'location'), ('place', 'location'),
  ('directions', 'location'), ('get there', 'location'), ('get to', 'location'), ('re entry', 'reentry'), ('re enter', 'reentry'),
  ('come back', 'reentry'), ('back in', 'reentry'), ('package', 'parcel'), ('parcels', 'parcel'), ('shipment', 'parcel'),
  ('tracking', 'track'), ('tshirt', 'merch'), ('tshirts', 'merch'), ('t shirt', 'merch'), ('t shirts', 'merch'), ('shirt', 'merch'),
  ('shirts', 'merch'), ('hoodie', 'merch'), ('hoodies', 'merch'), ('cap', 'merch'), ('caps', 'merch'), ('merchandise', 'merch'),
  ('merch', 'merch'), ('sweater', 'merch'), ('basket', 'cart'), ('bag of goods', 'cart'), ('shopping cart', 'cart'),
  ('someone', 'somebody'), ('somebody', 'somebody'), ('someone else', 'somebody'), ('somebody else', 'somebody'),
  ('another person', 'somebody'), ('friend', 'somebody'), ('transfer', 'transfer'), ('hand on', 'transfer'), ('give', 'transfer'),
  ('send to', 'transfer'), ('pass on', 'transfer'), ('sell', 'sell'), ('resell', 'sell'), ('resale', 'sell'),
  ('unsubscribe', 'unsubscribe'), ('opt out', 'unsubscribe'), ('newsletter', 'email'), ('log in', 'signin'), ('login', 'signin'),
  ('sign in', 'signin'), ('signing in', 'signin'), ('human', 'person'), ('agent', 'person'), ('real person', 'person'),
  ('representative', 'person'), ('robot', 'bot'), ('ai', 'bot'), ('machine', 'bot'), ('chatbot', 'bot'), ('invoice', 'receipt'),
  ('promo', 'promo'), ('coupon', 'promo'), ('voucher', 'promo'), ('discount', 'promo'), ('promo code', 'promo'),
  ('discount code', 'promo'), ('coupon code', 'promo'), ('declined', 'fail'), ('rejected', 'fail'), ('failed', 'fail'),
  ('wheelchair', 'accessible'), ('disabled', 'accessible'), ('accessibility', 'accessible'), ('disability', 'accessible'),
  ('delivery', 'shipping'), ('deliver', 'shipping'), ('ship', 'shipping'), ('shipped', 'shipping'), ('remove', 'delete'),
  ('erase', 'delete'), ('close', 'delete'), ('livestream', 'stream'), ('live stream', 'stream'), ('streaming', 'stream'),
  ('stolen', 'stole'), ('charged', 'charge'), ('invited', 'invite'), ('identification', 'id'), ('license', 'id'), ('passport', 'id'),
  ('battery', 'phone'), ('re send', 'resend'), ('send again', 'resend'), ('wear', 'dresscode'), ('clothes', 'dresscode'),
  ('left over', 'available'), ('available', 'available'), ('sold out', 'soldout'), ('years old', 'age'), ('how old', 'age'),
  ('21', 'age'), ('18', 'age'), ('19', 'age'), ('20', 'age'), ('minimum age', 'age'), ('age limit', 'age'), ('age restriction', 'age'),
  ('teenagers', 'age'), ('human being', 'person'), ('track', 'track'), ('vip table', 'table'), ('bottle service', 'table'),
  ('bottles', 'table');

insert into private.assistant_intents (intent, title, tool, detail, answer, pages) values
  ('whats_on', 'What’s coming up?', 'find_events', 'all', 'Here is what’s coming up.', '{events}'),
  ('tonight', 'What’s on tonight?', 'find_events', 'tonight', '', '{events}'),
  ('weekend', 'What’s on this weekend?', 'find_events', 'weekend', '', '{events}'),
  ('event_when', 'When is it?', 'event_info', 'when', '', '{}'),
  ('event_where', 'Where is it?', 'event_info', 'where', '', '{}'),
  ('event_price', 'How much is it?', 'event_info', 'price', '', '{}'),
  ('event_age', 'Is there an age limit?', 'event_info', 'age', '', '{}'),
  ('event_dress', 'Is there a dress code?', 'event_info', 'dress', '', '{}'),
  ('event_doors', 'When do doors open?', 'event_info', 'doors', '', '{}'),
  ('event_last_entry', 'How late can I get in?', 'event_info', 'last_entry', '', '{}'),
  ('event_reentry', 'Can I leave and come back?', 'event_info', 'reentry', '', '{}'),
  ('event_line_up', 'Who is playing?', 'event_info', 'line_up', '', '{}'),
  ('event_left', 'Are there tickets left?', 'event_info', 'left', '', '{}'),
  ('event_sale', 'When do tickets go on sale?', 'event_info', 'sale', '', '{}'),
  ('event_refund', 'Can tickets for it be returned?', 'event_info', 'refund', '', '{refunds}'),
  ('my_tickets', 'Where are my tickets?', 'my_tickets', null, '', '{my_tickets}'),
  ('qr_code', 'Why can’t I see my QR code?', 'help', 'why-cant-i-see-my-qr-code-yet', '', '{my_tickets}'),
  ('lost_mail', 'I didn’t get my tickets', 'help', 'i-cant-find-the-email', '', '{my_tickets}'),
  ('lost_code', 'Somebody else has my code', 'help', 'someone-else-has-my-ticket-link-what-now', '', '{my_tickets}'),
  ('ticket_pdf', 'Can I print my ticket?', 'say', null,
    'You can download your tickets as a PDF in My Tickets, and print them if you like. A printed code works like the one on '
    'your phone.', '{my_tickets}'),
  ('wallet', 'Can I add my ticket to my phone’s wallet?', 'say', null,
    'Open your ticket in My Tickets. Where your phone’s wallet is supported, there is a button to add it there.', '{my_tickets}'),
  ('ticket_name', 'How do I change the name on a ticket?', 'say', null,
    'Open the ticket in My Tickets and change the name there. You can do that up to 24 hours before doors.', '{my_tickets}'),
  ('transfer', 'How do I give my ticket to a friend?', 'my_tickets', 'transfer',
    'Open the ticket in My Tickets and choose to hand it on. Your friend gets a link, and the old code stops working once '
    'they accept.', '{my_tickets}'),
  ('sell_ticket', 'Can I sell my ticket?', 'say', null,
    'For sold-out events you can list your ticket in My Tickets. We sell it at face value and refund you. Selling it for '
    'more isn’t allowed.', '{my_tickets}'),
  ('upgrade', 'Can I upgrade my ticket?', 'say', null,
    'We can change your ticket to a higher-priced type if there are any left. Write to us with your order code, and we send '
    'you a link to pay the difference.', '{help}'),
  ('waitlist_join', 'How do I join a waitlist?', 'event_info', 'waitlist',
    'When an event is sold out, its page has a waitlist. If places come free, we offer them in order, and you have a while '
    'to buy.', '{}'),
  ('waitlist_status', 'Where am I on the waitlist?', 'waitlist_status', null, '', '{}'),
  ('my_orders', 'What did I order?', 'my_orders', null, '', '{profile}'),
  ('order_status', 'What’s the status of my order?', 'order_status', null, '', '{}'),
  ('charge', 'Why was I charged this amount?', 'explain_charge', null, '', '{}'),
  ('receipt', 'Where is my receipt?', 'my_orders', 'receipt', 'Each paid order has a receipt as a PDF.', '{}'),
  ('refund_policy', 'What is your refund policy?', 'help', 'can-i-get-a-refund', '', '{refunds}'),
  ('refund_ask', 'I want a refund', 'refund_terms', null, '', '{}'),
  ('refund_status', 'Where is my refund?', 'refund_terms', 'status',
    'Once a refund is sent, banks usually take 5 to 10 days to show it.', '{}'),
  ('cancelled', 'What if an event is canceled?', 'help', 'the-event-was-canceled-what-do-i-have-to-do', '', '{refunds}'),
  ('postponed', 'What if an event is postponed?', 'help', 'the-event-was-postponed-is-my-ticket-still-good', '', '{my_tickets}'),
  ('payment_failed', 'My payment failed', 'help', 'my-payment-failed-was-i-charged', '', '{checkout}'),
  ('hold_time', 'How long are my tickets held?', 'help', 'how-long-do-you-hold-my-tickets', '', '{checkout}'),
  ('ticket_limit', 'How many tickets can I buy?', 'help', 'how-many-tickets-can-i-buy', '', '{}'),
  ('account_needed', 'Do I need an account?', 'help', 'do-i-need-an-account-to-buy', '', '{}'),
  ('fees', 'Are there fees on top?', 'help', 'is-the-price-i-see-the-price-i-pay', '', '{}'),
  ('promo_code', 'Where do I enter a code?', 'say', null,
    'Enter your code on the event’s page, or at checkout before you pay. The new price shows right away. Each code says '
    'what it’s for and ends at some point, so if it doesn’t work, check both.', '{}'),
  ('shipping', 'What does shipping cost?', 'say', null,
    'Shipping depends on what you order and where it goes. The cart shows the cost before you pay, and each product says '
    'how soon it leaves. We ship within the US.', '{shop,cart}'),
  ('parcel', 'Where is my package?', 'my_orders', 'goods',
    'Your order shows where each item is. When it ships, we email you the tracking number.', '{}'),
  ('goods_return', 'Can I send merch back?', 'my_orders', 'goods',
    'You can ask to send merch back within 30 days after you got it, from your order. If it arrived damaged, add a photo. '
    'Final-sale items can’t go back unless something is wrong with them.', '{}'),
  ('pickup', 'Can I pick merch up?', 'say', null,
    'Where pickup is possible, checkout offers it with place and time. Show the code of your order there.', '{}'),
  ('products', 'What’s in the shop?', 'product_search', null, '', '{shop}'),
  ('cart', 'What’s in my cart?', 'my_cart', null, '', '{cart}'),
  ('bring', 'What do I need to bring?', 'help', 'what-do-i-need-to-bring', '', '{}'),
  ('dead_phone', 'What if my phone dies?', 'help', 'what-if-my-phone-dies', '', '{}'),
  ('late', 'Can I come late?', 'help', 'can-i-come-late', '', '{}'),
  ('accessible', 'Is the venue accessible?', 'help', 'is-the-venue-accessible', '', '{help}'),
  ('lost_property', 'I lost something', 'help', 'i-lost-something', '', '{help}'),
  ('tables', 'How do I book a table?', 'say', null,
    'Events with tables list them on their page: how many guests, what you pay now, and what you pay at the venue.', '{events}'),
  ('guest_list', 'How do I get on the guest list?', 'say', null,
    'Guest lists and free tickets are by invitation: an artist, promoter or our team puts your name down. If you got an '
    'email about one, open its link to claim your place.', '{my_tickets}'),
  ('live_watch', 'How do I watch a stream?', 'say', null,
    'Streams are on the Live page. Some are free, others need a ticket or a stream pass. You can set a reminder for each.', '{live}'),
  ('password', 'I forgot my password', 'help', 'i-forgot-my-password', '', '{password_reset}'),
  ('change_email', 'How do I change my email?', 'help', 'how-do-i-change-my-email-or-password', '', '{settings}'),
  ('delete_account', 'How do I delete my account?', 'help', 'how-do-i-delete-my-account', '', '{settings}'),
  ('stop_mail', 'How do I stop emails?', 'help', 'how-do-i-stop-emails', '', '{settings}'),
  ('my_data', 'What do you know about me?', 'help', 'what-do-you-know-about-me', '', '{settings}'),
  ('guest_account', 'Can I move guest tickets to an account?', 'help', 'i-bought-as-a-guest-can-i-keep-my-tickets-in-an-account',
    '', '{}'),
  ('reminder', 'How do I get a reminder?', 'event_info', 'reminder',
    'Before a sale opens, the event’s page offers an alert. If you hold a ticket, we remind you before the event; Settings '
    'says which emails you get.', '{settings}'),
  ('report_post', 'How do I report a post?', 'say', null,
    'Open the menu of the post and choose Report. Moderators look at it, and the author doesn’t learn who reported. You can '
    'also block people on their profile.', '{community_rules}'),
  ('contact', 'I want to talk to a person', 'say', null,
    'Our team answers by email. Tell us what it’s about and your order code if you have one. You can send this conversation '
    'along.', '{person,help}'),
  ('about_guide', 'What can you do?', 'say', null,
    'I’m the site’s guide, not a person. I look things up for you: events, your tickets and orders, refunds, the shop, and '
    'how things work here. I only see what you can see, and I change nothing by myself.', '{}'),
  ('hello', 'Hello', 'say', null, 'Hi! Ask me about events, your tickets and orders, refunds or the shop.', '{}'),
  ('thanks', 'Thanks', 'say', null, 'You’re welcome. Have a great night.', '{}');

insert into private.assistant_phrasings (intent, phrasing)
select p.intent, x.phrasing
from (values
  ('whats_on', array[
    'what is on', 'upcoming events', 'which events are coming', 'next parties', 'list of events', 'event calendar',
    'what are the next shows', 'parties soon', 'anything coming up']),
  ('tonight', array[
    'what is on tonight', 'events tonight', 'party today', 'something happening today', 'where can i go out tonight', 'today events']),
  ('weekend', array[
    'what is on this weekend', 'events on the weekend', 'party on friday', 'party on saturday night', 'sunday events',
    'what can i do this weekend', 'weekend']),
  ('event_when', array[
    'when is it', 'when does it start', 'what time does it start', 'what day is the party', 'date and time of the event',
    'when does it end', 'how long does the party go', 'start time', 'which date', 'what time is it over', 'when is the event']),
  ('event_where', array[
    'where is it', 'where is the party', 'address of the venue', 'which venue', 'location of the event', 'directions',
    'how do i get there', 'where does the event take place', 'parking', 'what is the location']),
  ('event_price', array[
    'how much is it', 'how much does it cost', 'what is the price', 'price of a ticket', 'ticket prices', 'cost of tickets',
    'how expensive is it', 'is it free entry', 'entrance fee', 'how much are tickets']),
  ('event_age', array[
    'is there an age limit', 'minimum age', 'how old do i have to be', 'can i come if i am 18', 'is it 18 plus', 'is it 21 plus',
    'age restriction', 'are teenagers allowed', 'i am 20 can i get in']),
  ('event_dress', array[
    'is there a dress code', 'what do i wear', 'what to wear', 'can i wear shorts', 'outfit for the party', 'are sandals allowed',
    'do i have to dress up', 'can i wear a cap']),
  ('event_doors', array[
    'when do doors open', 'door time', 'opening time', 'opening hours of the event', 'what time can we come in',
    'how early can i get in', 'doors']),
  ('event_last_entry', array[
    'how late can i get in', 'last entry', 'until when can i enter', 'latest time to arrive', 'when do you stop letting people in',
    'when do doors close']),
  ('event_reentry', array[
    'can i leave and come back', 're entry', 'reentry allowed', 'can i go out and come in again', 'step outside to smoke',
    'leave the venue and return']),
  ('event_line_up', array[
    'who is playing', 'lineup', 'line up', 'which dj plays', 'which artists perform', 'who is performing', 'who are the djs',
    'what music is played']),
  ('event_left', array[
    'are there tickets left', 'is it sold out', 'can i still buy tickets', 'any tickets available', 'how many tickets are left',
    'still tickets', 'availability of tickets']),
  ('event_sale', array[
    'when do tickets go on sale', 'when does the sale start', 'when can i buy tickets', 'start of the presale', 'on sale date',
    'early access sale']),
  ('event_refund', array[
    'can tickets for this event be returned', 'refund policy of the event', 'is this ticket refundable',
    'can i return tickets for the event', 'is the event refundable', 'until when can i return it']),
  ('my_tickets', array[
    'show me my tickets', 'my tickets', 'which tickets do i have', 'do i have tickets', 'find my ticket', 'open my ticket',
    'list my tickets', 'where are my tickets']),
  ('qr_code', array[
    'why is there no qr code', 'qr code not visible', 'where is my qr code', 'when is the qr code shown', 'code does not show',
    'ticket without a code', 'when is my code shown', 'barcode missing']),
  ('lost_mail', array[
    'i did not get the email', 'did not receive my tickets', 'where is the confirmation email', 'tickets never arrived',
    'email with tickets is missing', 'resend my tickets', 'send me my tickets again', 'lost the email']),
  ('lost_code', array[
    'somebody else has my ticket', 'someone else has my code', 'new code for my ticket', 'my code was stolen', 'change my qr code',
    'lost my code', 'my link was shared', 'my code got posted online', 'i want another qr code', 'ticket was leaked']),
  ('ticket_pdf', array['print my ticket', 'printed ticket', 'paper ticket', 'ticket as pdf', 'download tickets']),
  ('wallet', array['apple wallet', 'google wallet', 'add my ticket to my wallet', 'wallet pass', 'save ticket in phone wallet']),
  ('ticket_name', array[
    'change the name on a ticket', 'wrong name on my ticket', 'rename ticket', 'name misspelled on ticket', 'edit ticket name']),
  ('transfer', array[
    'transfer my ticket', 'hand my ticket on', 'send a ticket to another person', 'can somebody else use my ticket', 'gift a ticket',
    'pass my ticket to someone', 'give my ticket to a friend']),
  ('sell_ticket', array[
    'sell my ticket', 'resell my ticket', 'resale', 'can i sell tickets', 'list my ticket for return', 'get rid of a ticket']),
  ('upgrade', array['upgrade my ticket', 'change ticket type', 'upgrade to vip', 'better ticket', 'switch ticket category']),
  ('waitlist_join', array[
    'how do i join the waitlist', 'join the waitlist', 'sign up for the waitlist', 'get on the waitlist', 'how does the waitlist work',
    'put me on the waitlist']),
  ('waitlist_status', array[
    'where am i on the waitlist', 'my place on the waitlist', 'waitlist status', 'am i on the waitlist', 'my waitlists',
    'did i get a place from the waitlist', 'leave the waitlist']),
  ('my_orders', array[
    'what did i order', 'my orders', 'order history', 'what have i bought', 'my purchases', 'list of my orders', 'show my orders']),
  ('order_status', array[
    'status of my order', 'is my order confirmed', 'did my payment go through', 'did you get my payment', 'order went through',
    'is my order paid', 'have you received the payment', 'order confirmation', 'check my order']),
  ('charge', array[
    'why was i charged', 'why did i pay this much', 'explain the charge', 'what did i pay for', 'charge on my card',
    'what is this amount', 'breakdown of my order', 'unknown charge', 'why is the total higher', 'what are the costs in my bill',
    'details of my bill', 'what did i pay']),
  ('receipt', array[
    'where is my receipt', 'i need an invoice', 'download a receipt', 'send me a receipt', 'invoice for my order', 'proof of purchase']),
  ('refund_policy', array[
    'what is the refund policy', 'do you refund tickets', 'can i get a refund', 'refund rules', 'are tickets refundable',
    'return policy for tickets', 'money back']),
  ('refund_ask', array[
    'i want my money back', 'refund my order', 'refund my tickets', 'cancel my ticket', 'i cannot come and want a refund',
    'request a refund', 'give me my money back', 'cancel my order', 'i want a refund']),
  ('refund_status', array[
    'when will i get my refund', 'how long do refunds take', 'refund not received', 'status of my refund', 'refund still missing',
    'did you send my refund', 'where is my refund']),
  ('cancelled', array[
    'the event was canceled', 'what if the event is canceled', 'event canceled refund', 'the party does not happen',
    'you canceled the event']),
  ('postponed', array[
    'the event was postponed', 'the date changed', 'new date of the event', 'event rescheduled', 'ticket after the date changed',
    'is my ticket good for the new date', 'the event moved']),
  ('payment_failed', array[
    'payment failed', 'card declined', 'payment was rejected', 'could not pay', 'payment does not work', 'payment error',
    'was i charged when the payment failed']),
  ('hold_time', array[
    'how long are tickets held', 'hold time', 'time to pay', 'how long do i have to pay', 'how long do you hold a ticket',
    'checkout countdown', 'how long is my cart reserved', 'reservation expires']),
  ('ticket_limit', array[
    'ticket limit', 'maximum number of tickets', 'tickets per person', 'can i buy ten tickets', 'how many tickets can i buy']),
  ('account_needed', array[
    'buy without an account', 'guest checkout', 'check out without an account', 'do i have to register', 'must i sign up to buy',
    'do i need an account']),
  ('fees', array[
    'are there fees on top', 'service fee', 'which fees are charged', 'the final price', 'hidden fees', 'does the price include fees',
    'additional costs', 'booking fee', 'is tax included']),
  ('promo_code', array[
    'where do i enter a code', 'promo code', 'discount code', 'coupon', 'my code does not work at checkout', 'how do i use a voucher',
    'apply a discount']),
  ('shipping', array[
    'what does shipping cost', 'shipping price', 'delivery cost', 'do you ship', 'how long is shipping', 'delivery time',
    'where do you ship', 'international shipping']),
  ('parcel', array[
    'track my package', 'tracking number', 'where is my merch', 'when does my order arrive', 'when does my hoodie come',
    'has my order shipped', 'parcel not delivered', 'delivery of my shirt', 'where is my package']),
  ('goods_return', array[
    'send merch back', 'return merch', 'return a shirt', 'exchange a size', 'wrong size', 'shirt is damaged', 'broken item',
    'return policy of the shop']),
  ('pickup', array['pick up merch', 'pickup at the event', 'collect my merch', 'where is the pickup', 'store pickup']),
  ('products', array[
    'do you have merch', 'buy merch', 'shop products', 'do you have hoodies', 'do you sell shirts', 'do you sell caps', 'merchandise',
    'what is in the shop', 'show me merch']),
  ('cart', array['show my cart', 'open my cart', 'my basket', 'items in my cart', 'what is in my cart']),
  ('bring', array[
    'do i need an id', 'what id do i need', 'is a passport needed', 'photo of my id', 'what should i bring to the door', 'bag policy',
    'what do i need to bring']),
  ('dead_phone', array[
    'phone battery empty', 'no phone at the door', 'my phone broke', 'phone is dead', 'i lost my phone', 'get in without my phone',
    'what if my phone dies']),
  ('late', array['arriving late', 'what if i am late', 'come after midnight', 'show up later', 'can i come late']),
  ('accessible', array[
    'is the venue accessible', 'wheelchair access', 'wheelchair', 'disabled access', 'accessible entrance', 'i cannot climb stairs']),
  ('lost_property', array[
    'i lost something', 'lost my jacket', 'lost my bag', 'left my wallet at the venue', 'forgot my keys at the club',
    'did you find my coat', 'lost and found']),
  ('tables', array['book a table', 'reserve a table', 'vip table', 'table for my group', 'table reservation', 'bottle service']),
  ('guest_list', array[
    'guest list', 'get on the guest list', 'free ticket', 'how do i get free entry by invitation', 'complimentary ticket',
    'put me on the list']),
  ('live_watch', array[
    'watch the stream', 'live stream', 'livestream', 'where is the stream', 'how do i watch online', 'stream link', 'watch from home']),
  ('password', array[
    'forgot my password', 'reset my password', 'cannot sign in', 'cannot log in', 'lost my password', 'change my password',
    'login does not work']),
  ('change_email', array['change my email', 'new email address', 'update email', 'wrong email on my account', 'use another email']),
  ('delete_account', array['close my account', 'remove my account', 'erase my account', 'cancel my account', 'delete my account']),
  ('stop_mail', array[
    'stop emails', 'unsubscribe from emails', 'no more emails', 'turn off notifications', 'unsubscribe from the newsletter',
    'i get too much mail', 'which emails do you send']),
  ('my_data', array[
    'what do you know about me', 'privacy policy', 'my personal data', 'export my data', 'what do you store about me',
    'download all my data']),
  ('guest_account', array[
    'move guest tickets to my account', 'i bought as a guest', 'guest order into account', 'add a guest purchase to my account',
    'bought without an account now i have one']),
  ('reminder', array[
    'remind me', 'notify me about the event', 'alert when tickets go on sale', 'tell me when the sale starts',
    'reminder for the party', 'set a reminder']),
  ('report_post', array[
    'report somebody', 'someone is insulting me', 'block a person', 'rules of the community', 'harassment', 'report a post']),
  ('contact', array[
    'speak with a human', 'contact you', 'customer service', 'support team', 'email address of support', 'phone number',
    'write to you', 'how do i reach the team', 'i need a real person', 'talk to a person']),
  ('about_guide', array[
    'who are you', 'are you a bot', 'are you human', 'how do you work', 'what can i ask', 'help me', 'is this ai', 'can you help',
    'what can you do']),
  ('hello', array['hello', 'good morning', 'good day', 'hey there', 'greetings', 'hi']),
  ('thanks', array['thanks', 'thank you very much', 'thank you for your help', 'cheers', 'perfect thanks', 'ok thanks', 'awesome'])
) p (intent, phrasings)
cross join lateral unnest(p.phrasings) x (phrasing);
