-- The demo brand: settings, 24 events with ticket types, price releases and pools, some with packages, add-ons and tables, and ten products in three collections with their stock.
-- Dates are relative to today in the brand's time zone, on the weekday that fits the night; everything else is the same on
-- every run, and a second run only moves the dates. People, orders and scans come from supabase/seed/seed.ts, because accounts are made through Auth.

-- The same name always gets the same id, in the form of a random uuid (version 4), as every id of the site has it.
create or replace function pg_temp.named_id(p_name text) returns uuid
language sql immutable
as $$ select overlay(overlay(md5(p_name) placing '4' from 13) placing '8' from 17)::uuid $$;

-- The day that lies so many days from today; with a weekday (0 is Sunday), the first such day from there on, or for a past
-- event the last one up to it.
create or replace function pg_temp.day_of(p_today date, p_days int, p_weekday int) returns date
language sql immutable
as $$
  select d.day + case
    when p_weekday is null then 0
    when p_days < 0 then -((extract(dow from d.day)::int - p_weekday + 7) % 7)
    else (p_weekday - extract(dow from d.day)::int + 7) % 7
  end
  from (select p_today + p_days as day) d
$$;

-- "Now" is the clock's, or the instant given to supabase/seed/seed.ts.
create temporary table seed_clock as
select coalesce(nullif(current_setting('seed.now', true), '')::timestamptz, now()) as now;

update public.settings set
  tagline = 'Fetes, sound systems and sunrise sessions, from Brooklyn to the islands.',
  contact_email = 'hello@jouvay.example',
  postal_address = '184 Flatbush Avenue, Brooklyn, NY 11217',
  social_links = '[{"label": "Instagram", "url": "https://instagram.com/jouvay.example"},
    {"label": "TikTok", "url": "https://tiktok.com/@jouvay.example"}]',
  handling_min_days = 2,
  handling_max_days = 4,
  bag_policy = 'Small bags only, up to 12 by 12 inches. All bags are searched.';

-- Pictures, written by scripts/draw-art.ts. An event or a product has the picture of its slug, another colour of a product that of its slug and the colour, an artist that of `artist-` and its slug.
create temporary table seed_pictures as
select * from (values
  ('soca-sunrise', '/art/soca-sunrise-89d791d9aeec.fa3f93f93fa2fa2', 'A painted handprint whose palm is the rising sun'),
  ('midnight-jouvay', '/art/midnight-jouvay-980f701e62dd.645767966534634', 'A disc, moon above and sun below, hit by thrown paint'),
  ('carnival-thursday', '/art/carnival-thursday-f3f859645a21.c46c56b56b35c35', 'One great costume feather in bands of colour'),
  ('new-years-fete', '/art/new-years-fete-dc81e49383a9.324424425224224', 'A clock of dots; the one at twelve has burst'),
  ('bass-culture', '/art/bass-culture-8e8ef8e175be.d95d85d85d96d86', 'Rings from a bass cone that leave the sheet, printed twice'),
  ('sound-clash', '/art/sound-clash-3d402c6e3564.a53e74854d42522', 'A cup left white between the waves of two sound systems'),
  ('reggae-sundays', '/art/reggae-sundays-954fd695cbfe.e82d82d82e92e82', 'Six small loudspeaker cones and a seventh that is the sun'),
  ('roots-rooftop', '/art/roots-rooftop-d9c361bd4bdf.db9da8ca7dcadca', 'A skyline of bars that grows roots below the roof line'),
  ('lovers-rock-social', '/art/lovers-rock-social-106e0506e2dc.e97e85d86ea8d87', 'Two records so close that they overlap'),
  ('steel-and-strings', '/art/steel-and-strings-f486d7665e02.cb9aa8ba8ccacba', 'A steelpan as a mosaic of notes, crossed by sounding strings'),
  ('pan-in-the-park', '/art/pan-in-the-park-27724df9d72b.9a9dcadb9598598', 'Five steelpans that stand on the lawn like flowers'),
  ('dutty-friday', '/art/dutty-friday-6515cc76b407.c72c62c72c72c72', 'Hips that wind, drawn as swinging bands'),
  ('brooklyn-bashment', '/art/brooklyn-bashment-5d81bfee5ab5.c36a35a35d36d36', 'A bridge tower that is a stack of loudspeakers, cables fanning out'),
  ('dancehall-queens', '/art/dancehall-queens-ccd12bf76b1e.523523523534534', 'A crown of twelve jewels, tipped over on a chequered floor'),
  ('last-lap', '/art/last-lap-088b6b118e82.da9ea8ea8dbadba', 'A running track in the shape of a cooler around one ice cube'),
  ('cooler-fete', '/art/cooler-fete-ee6bab120326.387387387388388', 'A cooler from which bottles grow like tulips'),
  ('island-brunch', '/art/island-brunch-36cadd4ba16d.d76d87c87e75e75', 'A fried egg turning like a record, a fork for its arm'),
  ('harbour-cruise', '/art/harbour-cruise-1c22f93e1d07.345456445235235', 'A boat of two lit decks whose reflection is an equaliser'),
  ('white-sands', '/art/white-sands-4c01e5a6508d.a98ba8b88998998', 'Three suns over one horizon: morning, noon and evening on the bay'),
  ('lagos-to-laventille', '/art/lagos-to-laventille-3ae5b82c7e59.864c75576b53354', 'Two coasts; the sea between them is a talking drum'),
  ('afro-fete', '/art/afro-fete-b27e17e791a5.b74a75c94b53a65', 'Two drumheads, one above the other, in swapped colours'),
  ('wine-down-wednesday', '/art/wine-down-wednesday-b5fb3f3d5f19.ea8e98e98ea9ea9', 'A sun that sets into a wine glass'),
  ('members-lounge', '/art/members-lounge-c38eec25bf6e.523633633423423', 'A room of eighty dots behind a golden keyhole'),
  ('kompa-sous-la-lune', '/art/kompa-sous-la-lune-25747a6fb7e5.456668556347446', 'Two crescent moons that hold each other like dancers'),
  ('road-tee', '/art/road-tee-75f913e3aab8.f86f86f86f86f86', 'A bone-white tee with the sun printed on its chest'),
  ('road-tee-night', '/art/road-tee-night-88b8163fccde.b83a73a73b73b73', 'A night-blue tee with the sun printed on its chest'),
  ('sunrise-cap', '/art/sunrise-cap-6376b1e92f66.d93c83c83d93d93', 'A six-panel cap in night blue with an embroidered sun'),
  ('sunrise-cap-sand', '/art/sunrise-cap-sand-6d4134ac595c.3a94a94a9299299', 'A six-panel cap in sand with an embroidered sun'),
  ('pan-tote', '/art/pan-tote-5de20e44a301.488488488688688', 'A cotton tote printed with the notes of a steelpan'),
  ('band-flag', '/art/band-flag-475bf730b726.b47b46a46c47c47', 'A band flag on its pole: a half sun over stripes'),
  ('band-flag-teal', '/art/band-flag-teal-645e851ef194.da4c94c93ea4ea4', 'A band flag with teal rays on its pole: a half sun over stripes'),
  ('band-flag-magenta', '/art/band-flag-magenta-aff5bb01e8ef.4984984874a94a9', 'A band flag with magenta rays on its pole: a half sun over stripes'),
  ('sunrise-hoodie', '/art/sunrise-hoodie-478c462bec95.a77977977a77a77', 'A night-blue hoodie with the sun rising over its pocket'),
  ('fete-cup', '/art/fete-cup-67c3c614d2a0.44a44a55a549559', 'A steel cup in orange with a lid, a ring, and waves around it'),
  ('fete-cup-steel', '/art/fete-cup-steel-26095a09bc0f.da9da9ca9da9ca9', 'A cup of bare steel with a lid, a ring, and waves around it'),
  ('fete-cup-night', '/art/fete-cup-night-9ef42ca3eec8.d93c93c94c93c93', 'A steel cup in night blue with a lid, a ring, and waves around it'),
  ('last-lap-tee', '/art/last-lap-tee-4f4b4b8f5bff.525625625625625', 'A magenta tee with the rings of a setting sun'),
  ('jouvay-rag', '/art/jouvay-rag-f9953fea0db9.778778878778778', 'A square of magenta cotton with the sun in its middle and dots around it'),
  ('riddim-crewneck', '/art/riddim-crewneck-bcdd980f3a89.984985985885885', 'A teal sweatshirt with a small sun on its left side'),
  ('riddim-crewneck-bone', '/art/riddim-crewneck-bone-e8c70659a28d.599699699699699', 'A bone-white sweatshirt with a small sun on its left side'),
  ('ice-cooler-bag', '/art/ice-cooler-bag-5472bd6ba2a9.9adabcabc79d79d', 'A cooler bag with a strap, a zip and a pocket'),
  ('artist-the-rhythm-section', '/art/artist-the-rhythm-section-63cfbddd5ccd.a44a54a54a44a44', 'A brake drum and the two irons that play it'),
  ('artist-dj-marlon-j', '/art/artist-dj-marlon-j-b51eafad3c50.347236458236348', 'A tonearm in the shape of a J on a record'),
  ('artist-selecta-candace', '/art/artist-selecta-candace-da963ed7bc42.b54b54c64b54c64', 'The adapter of a 45 whose rim is a C'),
  ('artist-iron-lion-hi-fi', '/art/artist-iron-lion-hi-fi-2111daf70504.c51c51c51c51c51', 'A lion whose face is a loudspeaker and whose mane is its sound'),
  ('artist-sugar-hill-sound', '/art/artist-sugar-hill-sound-5f9eff069ae1.c78d58d58b89b89', 'A hill of sugar cubes, each of them a loudspeaker'),
  ('artist-northside-discotheque', '/art/artist-northside-discotheque-f486734cc3e9.447447447457557', 'A mirror ball; one row of its mirrors points north'),
  ('artist-black-star-set', '/art/artist-black-star-set-f54a403d2806.b72b72b72b72b72', 'A black star with the label of a record at its heart'),
  ('artist-konbit-kreyol', '/art/artist-konbit-kreyol-abf01d8e7c15.c96c96ca6c86c96', 'Bands of cloth, woven over and under'),
  ('artist-ti-manno-revival-band', '/art/artist-ti-manno-revival-band-a5675948ef50.c87c66c66ca9ca9', 'An accordion drawn wide open like a rising sun'),
  ('artist-ebony-pan-trio', '/art/artist-ebony-pan-trio-78026e701020.a99999a898a9c78', 'Three pans that overlap'),
  ('artist-dj-tabanca', '/art/artist-dj-tabanca-6c3180ea62dc.993873773993993', 'A record in the shape of a heart, with a crack through it'),
  ('artist-adaeze', '/art/artist-adaeze-3fc069317d3a.745755755745745', 'Strings of coral beads, a king''s daughter''s'),
  ('artist-bashment-bros', '/art/artist-bashment-bros-5720ba736534.743773824773824', 'Two letters B back to back like a pair of speaker towers'),
  ('artist-selecta-marva', '/art/artist-selecta-marva-90d03eb28466.b96ea7ea7885885', 'A needle in a groove that draws an M'),
  ('artist-janine-the-quiet-storm', '/art/artist-janine-the-quiet-storm-2e6194a61066.645856866534634', 'A cloud over rain that falls in long, quiet lines'),
  ('artist-dj-kalalou', '/art/artist-dj-kalalou-ad33d6f01fb8.7b57b57b57b57b5', 'A slice of okra: five chambers and their seeds'),
  ('artist-flatbush-steel', '/art/artist-flatbush-steel-0055220775d5.377377377477477', 'Pan sticks that grow like a bush from a flat line'),
  ('artist-crown-heights-pan-stars', '/art/artist-crown-heights-pan-stars-69b2ab362a38.669669669779779', 'A crown whose points are pan sticks'),
  ('artist-harlem-harmonics', '/art/artist-harlem-harmonics-77d593523227.a97d96d96888888', 'One string that sounds in one, two, three and four loops'),
  ('artist-east-river-steel', '/art/artist-east-river-steel-f93ccc6c017a.6988b98b9577577', 'A pan that rises out of the river like a sun'),
  ('artist-tamboo-bamboo-youth', '/art/artist-tamboo-bamboo-youth-96f949e99499.a72c92b82763863', 'Five bamboo tubes; one is lifted to stamp the beat'),
  ('artist-the-tribeca-trio', '/art/artist-the-tribeca-trio-d5ed4b6f78ed.534634645423524', 'Three triangles below a line, for three players below Canal Street'),
  ('artist-capital-city-steel', '/art/artist-capital-city-steel-08a8d0a6fbd2.565354354786786', 'A dome on columns that is half a steelpan'),
  ('artist-the-shaw-strings', '/art/artist-the-shaw-strings-9c9b9bfe2d6e.b53b53b53b53b53', 'A violin''s two sound holes with four strings between'),
  ('artist-leimert-hi-fi', '/art/artist-leimert-hi-fi-1dc8902175e0.b88a88a88a88a88', 'A jacaranda blossom with a loudspeaker for its heart'),
  ('artist-oba-percussion', '/art/artist-oba-percussion-db451adfa49b.b63b65b65b52b52', 'A talking drum, its cords drawn tight'),
  ('artist-the-twelve', '/art/artist-the-twelve-87bf1cd94662.d36d36d36d26d26', 'A ring of twelve dancers; one steps out')
) as v(name, key, alt);

-- Artists, by the names that the line-ups below use: each with the picture of its name and links of the kinds listed.
insert into public.artists (id, slug, name, image_path, image_alt, links)
select pg_temp.named_id('artist:' || a.slug), a.slug, a.name, p.key, p.alt, (
  select jsonb_agg(jsonb_build_object('kind', k.kind, 'url', case k.kind
    when 'website' then 'https://' || a.slug || '.example'
    when 'instagram' then 'https://instagram.com/' || a.slug || '.example'
    when 'tiktok' then 'https://tiktok.com/@' || a.slug || '.example'
    when 'facebook' then 'https://facebook.com/' || a.slug || '.example'
    when 'youtube' then 'https://youtube.com/@' || a.slug || '.example'
    when 'spotify' then 'https://open.spotify.com/artist/' || a.slug || '.example'
    when 'apple_music' then 'https://music.apple.com/artist/' || a.slug || '.example'
    when 'soundcloud' then 'https://soundcloud.com/' || a.slug || '.example'
    when 'bandcamp' then 'https://bandcamp.com/' || a.slug || '.example'
    when 'mixcloud' then 'https://mixcloud.com/' || a.slug || '.example'
  end) order by k.place)
  from unnest(string_to_array(a.kinds, ' ')) with ordinality as k(kind, place))
from (
  select private.slug_of(v.name) as slug, v.* from (values
    ('The Rhythm Section', 'instagram youtube'),
    ('DJ Marlon J', 'instagram soundcloud mixcloud'),
    ('Selecta Candace', 'instagram mixcloud'),
    ('Iron Lion Hi-Fi', 'website instagram bandcamp'),
    ('Sugar Hill Sound', 'instagram soundcloud'),
    ('Northside Discotheque', 'instagram mixcloud'),
    ('Black Star Set', 'website mixcloud'),
    ('Konbit Kreyol', 'website instagram spotify'),
    ('Ti Manno Revival Band', 'facebook youtube'),
    ('Ebony Pan Trio', 'website youtube'),
    ('DJ Tabanca', 'instagram soundcloud'),
    ('Adaeze', 'website instagram spotify apple_music'),
    ('Bashment Bros', 'instagram tiktok soundcloud'),
    ('Selecta Marva', 'instagram bandcamp'),
    ('Janine & the Quiet Storm', 'website instagram spotify'),
    ('DJ Kalalou', 'instagram soundcloud'),
    ('Flatbush Steel', 'website facebook'),
    ('Crown Heights Pan Stars', 'instagram facebook'),
    ('Harlem Harmonics', 'website youtube'),
    ('East River Steel', 'website instagram'),
    ('Tamboo Bamboo Youth', 'instagram youtube'),
    ('The Tribeca Trio', 'website'),
    ('Capital City Steel', 'website facebook'),
    ('The Shaw Strings', 'website instagram'),
    ('Leimert Hi-Fi', 'instagram bandcamp'),
    ('Oba Percussion', 'instagram youtube'),
    ('The Twelve', 'instagram tiktok')
  ) as v(name, kinds)
) a
join seed_pictures p on p.name = 'artist-' || a.slug
on conflict do nothing;

create temporary table seed_events as
select pg_temp.named_id('event:' || v.slug) as id, v.*
from (values
  -- slug, title, days from today, weekday (0 is Sunday, null any), doors, hours, city, region, country, zone, venue, neighborhood, address, genres, age, visibility, status
  ('soca-sunrise', 'Soca Sunrise', -42, 0, time '04:00', 7, 'Brooklyn', 'NY', 'US', 'America/New_York', 'Red Hook Yard', 'Red Hook', '160 Van Brunt Street', array['soca'], 18, 'public', 'published',
   'Paint, powder and the road at first light.', 'We start in the dark and finish in the sun.' || E'\n\n' || 'Wear clothes you don''t mind losing: paint, powder and mud are part of it. Two music trucks, one rhythm section, and breakfast doubles from six.'),
  ('sound-clash', 'Sound Clash: Cup Night', -35, 6, time '21:00', 6, 'Toronto', 'ON', 'CA', 'America/Toronto', 'Harbour Hall', 'Fort York', '88 Fort York Boulevard', array['reggae', 'dancehall'], 18, 'public', 'published',
   'Four sounds, four rounds, one cup.', 'Four sounds meet under one roof. Dub for dub, no replay, and the crowd decides.'),
  ('kompa-sous-la-lune', 'Kompa Sous La Lune', -28, 6, time '20:00', 6, 'Miami', 'FL', 'US', 'America/New_York', 'Little Haiti Cultural Courtyard', 'Little Haiti', '212 NE 59th Terrace', array['kompa'], 18, 'public', 'published',
   'Live kompa under the open sky.', 'Two live bands in the courtyard and a slow second set for couples. Come early for griot and pikliz.'),
  ('carnival-thursday', 'Carnival Thursday', -21, 4, time '19:00', 6, 'London', 'England', 'GB', 'Europe/London', 'The Arches Market', 'Notting Hill', '9 Acklam Road', array['soca', 'afrobeats'], 18, 'public', 'published',
   'The warm-up before the road.', 'Costume band launch, steelpan in the foyer, soca in the main room and afrobeats upstairs.'),
  ('last-lap', 'Last Lap Cooler Fete', -14, 6, time '15:00', 9, 'Atlanta', 'GA', 'US', 'America/New_York', 'Westside Rail Park', 'West Midtown', '1020 Howell Mill Road', array['soca', 'day-fete'], 21, 'public', 'published',
   'Bring your cooler. We''ll bring the music.', 'One cooler per four people. No glass. Ice is on sale inside.'),
  ('lovers-rock-social', 'Lovers Rock Social', -7, 5, time '20:00', 5, 'Brooklyn', 'NY', 'US', 'America/New_York', 'Ocean Avenue Ballroom', 'Flatbush', '341 Ocean Avenue', array['reggae'], 21, 'public', 'published',
   'Slow, sweet and close.', 'Three hours of lovers rock on vinyl, then a live set. Table seating on the balcony.'),
  ('bass-culture', 'Bass Culture All-Dayer', 0, null, time '06:00', 24, 'Brooklyn', 'NY', 'US', 'America/New_York', 'The Foundry Yard', 'Bushwick', '52 Varick Avenue', array['reggae', 'dancehall'], 18, 'public', 'published',
   'A hand-built sound system, all day and all night.', 'Six in the morning to six in the morning: roots by day, steppers after dark. Sixteen scoops of hand-built bass, one turntable, no rush.' || E'\n\n' || 'Ear plugs are free at the bar. Re-entry all day, until eight in the evening.'),
  ('dutty-friday', 'Dutty Friday', 0, 5, time '22:00', 6, 'Brooklyn', 'NY', 'US', 'America/New_York', 'Crown Room', 'Crown Heights', '778 Nostrand Avenue', array['dancehall', 'afrobeats'], 21, 'public', 'published',
   'Dancehall in the main room until four.', 'Two rooms. Dancehall and bashment in the main room, afrobeats downstairs.'),
  ('wine-down-wednesday', 'Wine Down Wednesday', 2, 3, time '18:00', 5, 'New York', 'NY', 'US', 'America/New_York', 'Pier 17 Loft', 'Seaport', '89 South Street', array['soca', 'afrobeats'], 21, 'public', 'published',
   'After-work soca, free before eight.', 'Come straight from work. The first two hours are on us: grab a free ticket.'),
  ('midnight-jouvay', 'Midnight J''ouvert', 5, 6, time '23:30', 7, 'Miami', 'FL', 'US', 'America/New_York', 'Wynwood Mana Lot', 'Wynwood', '318 NW 23rd Street', array['soca'], 18, 'public', 'published',
   'Paint at midnight, sea at sunrise.', 'A night procession with three trucks that ends on the beach at sunrise. Paint and powder included.'),
  ('pan-in-the-park', 'Pan in the Park', 7, 6, time '12:00', 8, 'Brooklyn', 'NY', 'US', 'America/New_York', 'Prospect Park Bandshell', 'Park Slope', '9th Street and Prospect Park West', array['soca', 'day-fete'], 0, 'public', 'published',
   'Five steel orchestras, one lawn, all ages.', 'Bring a blanket. Kids under 12 get in free with an adult.'),
  ('roots-rooftop', 'Roots on the Rooftop', 8, 0, time '16:00', 7, 'Chicago', 'IL', 'US', 'America/Chicago', 'Fulton Terrace', 'West Loop', '1132 W Fulton Market', array['reggae'], 21, 'public', 'published',
   'Reggae with a skyline.', 'A sunset session on the roof with jerk from the drum pan. If it rains, we move one floor down.'),
  ('lagos-to-laventille', 'Lagos to Laventille', 12, 5, time '21:00', 6, 'Houston', 'TX', 'US', 'America/Chicago', 'Warehouse Live East', 'EaDo', '813 St Emanuel Street', array['afrobeats', 'soca'], 18, 'public', 'published',
   'Two coasts, one drum.', 'Afrobeats and soca, back to back all night, on two decks facing each other.'),
  ('island-brunch', 'Island Brunch', 13, 0, time '11:00', 5, 'New York', 'NY', 'US', 'America/New_York', 'Harlem Garden Room', 'Harlem', '2271 Adam Clayton Powell Jr Boulevard', array['soca', 'reggae', 'day-fete'], 21, 'public', 'published',
   'Saltfish, bakes and a selector.', 'A seated brunch with a selector at the end of the table. The kitchen closes at two.'),
  ('brooklyn-bashment', 'Brooklyn Bashment', 15, 6, time '22:00', 6, 'Brooklyn', 'NY', 'US', 'America/New_York', 'Crown Room', 'Crown Heights', '778 Nostrand Avenue', array['dancehall'], 21, 'public', 'published',
   'One room, one sound, every month.', 'The monthly bashment at the Crown Room. It sells out every time.'),
  ('members-lounge', 'The Members'' Lounge', 18, 4, time '20:00', 5, 'New York', 'NY', 'US', 'America/New_York', 'Velvet Library', 'Tribeca', '61 Franklin Street', array['afrobeats', 'kompa'], 21, 'members', 'published',
   'One room, eighty people, no phones on the floor.', 'An evening for members of the community: a live trio, a long bar, and the people you met at the last fete.'),
  ('harbour-cruise', 'Harbour Lights Cruise', 21, 5, time '19:30', 4, 'New York', 'NY', 'US', 'America/New_York', 'Pier 83', 'Hell''s Kitchen', 'Pier 83, West 42nd Street', array['soca', 'cruise'], 21, 'public', 'published',
   'Three hours on the water, two decks.', 'Boarding closes at 8:15 PM sharp, and the boat doesn''t wait. Soca on the top deck, slow jams below.'),
  ('steel-and-strings', 'Steel and Strings', 24, 6, time '19:00', 4, 'Washington', 'DC', 'US', 'America/New_York', 'Howard Hall', 'Shaw', '620 T Street NW', array['soca'], 0, 'public', 'published',
   'A steel orchestra meets a string section.', 'A seated concert with one intermission.'),
  ('reggae-sundays', 'Reggae Sundays', 29, 0, time '15:00', 7, 'Los Angeles', 'CA', 'US', 'America/Los_Angeles', 'Leimert Courtyard', 'Leimert Park', '4343 Leimert Boulevard', array['reggae'], 0, 'public', 'published',
   'Courtyard, sunshine and a sound system.', 'Every month in the courtyard. Kids welcome.'),
  ('afro-fete', 'Afro Fete', 36, 6, time '21:00', 7, 'Atlanta', 'GA', 'US', 'America/New_York', 'Auburn Works', 'Sweet Auburn', '250 Auburn Avenue NE', array['afrobeats', 'soca'], 21, 'public', 'published',
   'Afrobeats and soca until the lights come on.', 'Two rooms, two drums: afrobeats upstairs, soca downstairs, and a live percussion set at one in the morning.'),
  ('new-years-fete', 'Old Year''s Night Fete', 40, null, time '21:00', 8, 'Brooklyn', 'NY', 'US', 'America/New_York', 'Navy Yard Hall', 'Navy Yard', '63 Flushing Avenue', array['soca', 'dancehall', 'afrobeats'], 21, 'public', 'published',
   'See the old year off properly.', 'Three rooms, a countdown at midnight, black cake at one and breakfast at four.'),
  ('dancehall-queens', 'Dancehall Queens', 54, 6, time '21:00', 6, 'Kingston', 'Kingston', 'JM', 'America/Jamaica', 'Half Way Tree Theatre', 'Half Way Tree', '14 Hope Road', array['dancehall'], 18, 'public', 'published',
   'The crown is on the floor.', 'Twelve dancers, three judges, one crown. The after-party is in the same room.'),
  ('cooler-fete', 'Garden State Cooler Fete', 61, 6, time '14:00', 8, 'Newark', 'NJ', 'US', 'America/New_York', 'Riverfront Lawn', 'Ironbound', '727 Raymond Boulevard', array['soca', 'day-fete'], 21, 'public', 'postponed',
   'Bring your cooler down to the river.', 'One cooler per four people. No glass. Ice is on sale inside.'),
  ('white-sands', 'White Sands Weekender', 96, 5, time '13:00', 60, 'Bridgetown', 'Saint Michael', 'BB', 'America/Barbados', 'Carlisle Bay', 'Carlisle Bay', 'Bay Street', array['soca', 'reggae', 'cruise'], 18, 'public', 'published',
   'Three days on the bay.', 'A beach party, a catamaran cruise and a closing fete. Travel and lodging not included.'),
  ('studio-seven', 'Studio Seven Listening Session', 10, 3, time '19:00', 4, 'Brooklyn', 'NY', 'US', 'America/New_York', 'Studio Seven', 'Gowanus', '285 Third Avenue', array['soca'], 21, 'password', 'published',
   'Next year''s road songs, first.', 'Four producers play what nobody has heard yet. Thirty seats, one pair of speakers, no recording.'),
  ('crew-link-up', 'Crew Link-Up', 17, 0, time '16:00', 5, 'Brooklyn', 'NY', 'US', 'America/New_York', 'The Foundry Yard', 'Bushwick', '52 Varick Avenue', array['reggae', 'day-fete'], 21, 'unlisted', 'published',
   'For everyone who carried a box this year.', 'Food off the coals, dominoes and one small sound system. Only people with the link know about it.')
) as v(slug, title, day, weekday, doors, hours, city, region, country, time_zone, venue_name, neighborhood, address, genres, min_age, visibility, status, summary, description);

-- Hours are those of the venue's clock, also in the night in which it changes. A night to come that is over by now is the next one.
-- Bass Culture goes on from six to six, as the brand's day does, so that there is always something on.
create temporary table seed_times as
select x.id, x.doors at time zone x.time_zone as doors_at, (x.doors + interval '1 hour') at time zone x.time_zone as starts_at,
  (x.doors + make_interval(hours => x.hours)) at time zone x.time_zone as ends_at
from (
  select e.id, e.hours, e.time_zone, d.doors + case
    when e.day < 0 or (d.doors + make_interval(hours => e.hours)) at time zone e.time_zone > n.now then interval '0'
    when e.slug = 'new-years-fete' then interval '1 year' else interval '7 days' end as doors
  from seed_events e
  cross join (select c.now, ((c.now at time zone 'America/New_York') - interval '6 hours')::date as today from seed_clock c) n
  cross join lateral (
    select e.doors + case
      when e.slug = 'new-years-fete' then make_date(extract(year from n.today)::int, 12, 31)
      else pg_temp.day_of(n.today, e.day, e.weekday) end as doors) d
) x;

-- Dress code, ID policy and lineup: 'name|role|hours after doors' (no hours: not announced yet).
create temporary table seed_nights as
select pg_temp.named_id('event:' || v.slug) as id, v.*
from (values
  ('soca-sunrise', 'Old clothes and closed shoes. Everything you wear will get painted.', 'us', array['The Rhythm Section|On the road|1', 'DJ Marlon J|Truck one|1', 'Selecta Candace|Truck two|2']),
  ('sound-clash', '', 'abroad', array['Iron Lion Hi-Fi|Round one|1', 'Sugar Hill Sound|Round one|2', 'Northside Discotheque|Round two|3', 'Black Star Set|Round two|4']),
  ('kompa-sous-la-lune', 'Summer elegant. White is welcome.', 'us', array['Konbit Kreyol|Live|1', 'Ti Manno Revival Band|Live|3']),
  ('carnival-thursday', 'Wear your band colors.', 'abroad', array['Ebony Pan Trio|Foyer|1', 'DJ Tabanca|Main room|2', 'Adaeze|Upstairs|2']),
  ('last-lap', 'Shorts, sneakers and sunblock. It''s grass and gravel.', 'us', array['DJ Marlon J|Afternoon|1', 'Bashment Bros|Sunset|4', 'Selecta Candace|Last lap|7']),
  ('lovers-rock-social', 'Dress to impress. No sneakers or sportswear.', 'us', array['Selecta Marva|Vinyl|1', 'Janine & the Quiet Storm|Live|3.5']),
  ('bass-culture', 'Comfortable shoes. It''s a long day on concrete.', 'us', array['Iron Lion Hi-Fi|Sound system|1', 'Selecta Marva|Roots by day|6', 'Black Star Set|Steppers after dark|14', 'To be announced|Special guest|']),
  ('dutty-friday', 'Dress to dance. No sportswear.', 'us', array['DJ Kalalou|Main room|1', 'Adaeze|Downstairs|2', 'Bashment Bros|Main room|3']),
  ('wine-down-wednesday', 'Come as you are from work.', 'us', array['DJ Tabanca|Early|1', 'Adaeze|Late|3']),
  ('midnight-jouvay', 'Old clothes and closed shoes. Paint doesn''t wash out.', 'us', array['The Rhythm Section|On the road|1', 'DJ Kalalou|Truck one|1', 'Selecta Candace|Truck two|3']),
  ('pan-in-the-park', '', '', array['Flatbush Steel|Orchestra|1', 'Crown Heights Pan Stars|Orchestra|2', 'Harlem Harmonics|Orchestra|3', 'East River Steel|Orchestra|4.5', 'Tamboo Bamboo Youth|Orchestra|6']),
  ('roots-rooftop', 'Smart casual. Bring a layer, it gets windy up there.', 'us', array['Selecta Marva|Sunset set|1', 'Black Star Set|After dark|4']),
  ('lagos-to-laventille', 'Prints, colors and shoes you can dance in.', 'us', array['Adaeze|Lagos deck|1', 'DJ Tabanca|Laventille deck|1', 'To be announced|Special guest|']),
  ('island-brunch', 'Brunch casual. Sundresses and linen welcome.', 'us', array['Selecta Candace|At the table|1']),
  ('brooklyn-bashment', 'Dress to dance. No sportswear.', 'us', array['Bashment Bros|Opening|1', 'Sugar Hill Sound|Main set|3']),
  ('members-lounge', 'Cocktail attire. Phones stay in your pocket.', 'us', array['The Tribeca Trio|Live|1', 'Adaeze|Late|3']),
  ('harbour-cruise', 'Flat shoes. The deck moves.', 'cruise', array['DJ Marlon J|Top deck|1', 'Selecta Marva|Lower deck|1']),
  ('steel-and-strings', '', '', array['Capital City Steel|Orchestra|1', 'The Shaw Strings|Ensemble|1', 'Both together|Finale|2.5']),
  ('reggae-sundays', '', '', array['Leimert Hi-Fi|Sound system|1', 'Selecta Marva|Guest selector|4']),
  ('afro-fete', 'Bright colors. No sportswear.', 'us', array['Adaeze|Upstairs|1', 'DJ Kalalou|Downstairs|1', 'Oba Percussion|Live|4']),
  ('new-years-fete', 'Black tie or carnival, nothing in between.', 'us', array['DJ Marlon J|Main hall|1', 'Konbit Kreyol|Second room, live|2', 'Bashment Bros|After midnight|3.5']),
  ('dancehall-queens', 'Dress for the dance floor.', 'abroad', array['Sugar Hill Sound|Juggling|1', 'The Twelve|Competition|2', 'Bashment Bros|After-party|4']),
  ('cooler-fete', 'Shorts, sneakers and sunblock. It''s grass.', 'us', array['To be announced|Lineup coming soon|']),
  ('white-sands', 'Swimwear by day, all white for the closing fete.', 'abroad', array['DJ Tabanca|Beach party|1', 'Selecta Candace|Catamaran|24', 'Konbit Kreyol|Closing fete, live|52']),
  ('studio-seven', '', 'us', array['DJ Marlon J|First hour|1', 'DJ Kalalou|Second hour|2']),
  ('crew-link-up', '', 'us', array['Selecta Marva|All afternoon|1'])
) as v(slug, dress_code, papers, acts);

insert into public.events (
  id, slug, title, summary, description, status, visibility, venue_name, address, neighborhood, city, region, country, time_zone,
  doors_at, starts_at, ends_at, min_age, dress_code, id_policy, genres, line_up, image_path, image_alt,
  fee_fixed_cents, fee_bps, tax_bps, published_at, status_note, show_going, refund_hours, refund_keeps_fee, refund_kept_percent
)
select e.id, e.slug, e.title, e.summary, e.description, e.status, e.visibility, e.venue_name, e.address, e.neighborhood, e.city, e.region,
  e.country, e.time_zone, t.doors_at, t.starts_at, t.ends_at, e.min_age,
  n.dress_code,
  case n.papers
    when 'us' then 'Bring your physical government ID. Photos of it don''t count.'
    when 'abroad' then 'Bring a passport or a government photo ID. Photos of it don''t count.'
    when 'cruise' then 'Everyone boarding needs a physical government ID. Photos of it don''t count.'
    else ''
  end,
  e.genres,
  (
    select jsonb_agg(jsonb_build_object(
      'name', split_part(a.act, '|', 1), 'role', split_part(a.act, '|', 2),
      'at', t.doors_at + nullif(split_part(a.act, '|', 3), '')::numeric * interval '1 hour') order by a.place)
    from unnest(n.acts) with ordinality as a(act, place)
  ),
  p.key, coalesce(p.alt, ''),
  150, 500, case when e.region = 'NY' then 0 else 650 end,
  (select least(greatest(t.doors_at - interval '110 days', c.now - interval '150 days'), c.now - interval '60 days') from seed_clock c),
  case when e.status = 'postponed' then 'The lawn is being resodded.' else '' end,
  e.slug in ('bass-culture', 'dutty-friday', 'midnight-jouvay', 'pan-in-the-park'),
  case when e.slug in ('bass-culture', 'midnight-jouvay') then 48 when e.slug = 'dutty-friday' then 24 end,
  e.slug <> 'bass-culture', case when e.slug = 'dutty-friday' then 10 else 0 end
from seed_events e join seed_times t using (id) join seed_nights n using (id) left join seed_pictures p on p.name = e.slug
on conflict (id) do update set doors_at = excluded.doors_at, starts_at = excluded.starts_at, ends_at = excluded.ends_at, line_up = excluded.line_up;

-- Where the venues are, for the maps of the pages. Before they are hidden, so that the hidden ones keep theirs.
select private.write_place(pg_temp.named_id('event:' || v.slug), jsonb_build_object('latitude', v.latitude, 'longitude', v.longitude))
from (values
  ('soca-sunrise', 40.67965, -74.00853), ('sound-clash', 43.63869, -79.40360), ('kompa-sous-la-lune', 25.82943, -80.19229),
  ('carnival-thursday', 51.51974, -0.20868), ('last-lap', 33.78147, -84.41186), ('lovers-rock-social', 40.65281, -73.96205),
  ('bass-culture', 40.70948, -73.92841), ('dutty-friday', 40.67048, -73.95033), ('wine-down-wednesday', 40.70589, -74.00164),
  ('midnight-jouvay', 25.79936, -80.20015), ('pan-in-the-park', 40.66284, -73.97632), ('roots-rooftop', 41.88694, -87.65669),
  ('lagos-to-laventille', 29.75194, -95.35392), ('island-brunch', 40.81279, -73.94526), ('brooklyn-bashment', 40.67048, -73.95033),
  ('members-lounge', 40.71786, -74.00482), ('harbour-cruise', 40.76283, -74.00041), ('steel-and-strings', 38.91502, -77.02102),
  ('reggae-sundays', 34.00572, -118.33173), ('afro-fete', 33.75565, -84.37745), ('new-years-fete', 40.69810, -73.97214),
  ('dancehall-queens', 18.01254, -76.79461), ('cooler-fete', 40.73312, -74.15287), ('white-sands', 13.09069, -59.60818),
  ('studio-seven', 40.67781, -73.98622), ('crew-link-up', 40.70948, -73.92841)
) as v(slug, latitude, longitude);

-- Venues that are hidden: from everybody until hours before doors, and from all but ticket holders. By the rule of the dates, so that
-- a second run hides and shows them as its today wants.
select private.write_place(pg_temp.named_id('event:' || v.slug), jsonb_build_object(
  'locationVisibility', v.rule, 'locationHours', v.hours, 'venueName', e.venue_name, 'address', e.address))
from (values ('midnight-jouvay', 'hours', 24), ('afro-fete', 'holders', null)) as v(slug, rule, hours)
join seed_events e using (slug);

-- The password of the private event is among the demo accounts of the README.
insert into private.event_passwords (event_id, hash)
select pg_temp.named_id('event:studio-seven'), extensions.crypt('first pressing', extensions.gen_salt('bf', 10))
on conflict (event_id) do nothing;

-- A series of three dates, and an event to try things out with.
insert into public.event_series (id, name, slug, description)
values (pg_temp.named_id('series:road-to-carnival'), 'The Road to Carnival', 'road-to-carnival',
  'One fete after the other until the road opens.')
on conflict (id) do nothing;
update public.events set series_id = pg_temp.named_id('series:road-to-carnival')
where id in (pg_temp.named_id('event:dutty-friday'), pg_temp.named_id('event:midnight-jouvay'), pg_temp.named_id('event:new-years-fete'));

insert into public.events (
  id, slug, title, summary, status, visibility, is_test, venue_name, address, city, region, time_zone, doors_at, starts_at, ends_at,
  image_path, image_alt, fee_fixed_cents, fee_bps, published_at
)
select pg_temp.named_id('event:test-night'), 'test-night', 'Test night', 'For trying out the checkout and the scanner.', 'published', 'unlisted', true,
  e.venue_name, e.address, e.city, e.region, e.time_zone, e.doors_at, e.starts_at, e.ends_at, e.image_path, e.image_alt, 150, 500,
  (select now from seed_clock) - interval '1 day'
from public.events e where e.id = pg_temp.named_id('event:dutty-friday')
on conflict (id) do update set doors_at = excluded.doors_at, starts_at = excluded.starts_at, ends_at = excluded.ends_at;

create temporary table seed_types as
select pg_temp.named_id('type:' || v.slug || ':' || v.name) as id, pg_temp.named_id('pool:' || v.slug || ':' || v.pool) as pool_id, pg_temp.named_id('event:' || v.slug) as event_id, v.*
from (values
  -- event, type, position, pool, capacity, releases as 'name cents quantity' (quantity 0: as many as the pool has)
  ('soca-sunrise', 'General admission', 1, 'Yard', 320, array['Early bird|2500|120', 'Standard|3500|0']),
  ('sound-clash', 'General admission', 1, 'Hall', 260, array['First round|3000|100', 'Second round|4000|0']),
  ('kompa-sous-la-lune', 'General admission', 1, 'Courtyard', 220, array['Standard|3500|0']),
  ('carnival-thursday', 'General admission', 1, 'Arches', 280, array['Standard|2800|0']),
  ('last-lap', 'Cooler pass', 1, 'Park', 360, array['Early bird|4000|150', 'Standard|5500|0']),
  ('lovers-rock-social', 'General admission', 1, 'Ballroom', 180, array['Standard|3000|0']),
  ('lovers-rock-social', 'Balcony table seat', 2, 'Balcony', 40, array['Standard|6500|0']),
  ('bass-culture', 'Day and night', 1, 'Yard', 300, array['Early bird|2500|100', 'Second release|3500|100', 'Final release|4500|0']),
  ('bass-culture', 'After dark', 2, 'Yard', 300, array['Standard|3000|0']),
  ('test-night', 'Test ticket', 1, 'Test room', 50, array['Standard|1000|0']),
  ('dutty-friday', 'General admission', 1, 'Crown Room', 400, array['Early bird|2000|150', 'Standard|3000|0']),
  ('dutty-friday', 'VIP balcony', 2, 'Balcony', 60, array['Standard|7500|0']),
  ('wine-down-wednesday', 'Free before eight', 1, 'Loft', 150, array['Free|0|0']),
  ('midnight-jouvay', 'Procession pass', 1, 'Road', 500, array['Early bird|4500|200', 'Standard|6000|0']),
  ('midnight-jouvay', 'Truck deck', 2, 'Deck', 60, array['Standard|12000|0']),
  ('pan-in-the-park', 'Lawn', 1, 'Lawn', 600, array['Standard|1500|0']),
  ('pan-in-the-park', 'Front section', 2, 'Front', 80, array['Standard|4000|0']),
  ('roots-rooftop', 'General admission', 1, 'Roof', 140, array['Early bird|2500|50', 'Standard|3500|0']),
  ('lagos-to-laventille', 'General admission', 1, 'Warehouse', 450, array['First release|3000|150', 'Second release|4000|0']),
  ('lagos-to-laventille', 'VIP', 2, 'Mezzanine', 50, array['Standard|9000|0']),
  ('lagos-to-laventille', 'Friends of the decks', 3, 'Warehouse', 450, array['Standard|2000|0']),
  ('island-brunch', 'Seat with brunch', 1, 'Garden Room', 64, array['Standard|5500|0']),
  ('brooklyn-bashment', 'General admission', 1, 'Crown Room', 90, array['Early bird|2000|40', 'Standard|3000|0']),
  ('members-lounge', 'Member', 1, 'Library', 80, array['Standard|4000|0']),
  ('harbour-cruise', 'Boarding pass', 1, 'Boat', 220, array['Early bird|6500|60', 'Standard|8000|0']),
  ('steel-and-strings', 'Stalls', 1, 'Stalls', 300, array['Standard|4500|0']),
  ('steel-and-strings', 'Circle', 2, 'Circle', 120, array['Standard|3500|0']),
  ('reggae-sundays', 'Courtyard', 1, 'Courtyard', 350, array['Standard|2000|0']),
  ('afro-fete', 'General admission', 1, 'Works', 500, array['Early bird|3000|200', 'Standard|4500|0']),
  ('new-years-fete', 'General admission', 1, 'Hall', 900, array['First release|6000|300', 'Second release|8000|300', 'Final release|10000|0']),
  ('new-years-fete', 'Balcony', 2, 'Balcony', 120, array['Standard|15000|0']),
  ('dancehall-queens', 'General admission', 1, 'Theatre', 420, array['Standard|2500|0']),
  ('cooler-fete', 'Cooler pass', 1, 'Lawn', 400, array['Standard|4500|0']),
  ('white-sands', 'Weekender', 1, 'Bay', 700, array['Early bird|18000|150', 'Standard|24000|0']),
  ('studio-seven', 'Seat', 1, 'Control room', 30, array['Standard|3500|0']),
  ('crew-link-up', 'Plate and a drink', 1, 'Yard', 120, array['Standard|1500|0'])
) as v(slug, name, position, pool, capacity, releases);

insert into public.capacity_pools (id, event_id, name, capacity)
select distinct on (pool_id) pool_id, event_id, pool, capacity from seed_types
on conflict (id) do nothing;

-- Descriptions: the goods of each type.
create temporary table seed_type_words as
select *
from (values
  ('lovers-rock-social', 'Balcony table seat', 'A reserved seat at a table of four, with its own bar.'),
  ('bass-culture', 'Day and night', 'In from six in the morning, with re-entry until eight in the evening.'),
  ('bass-culture', 'After dark', 'In from eight in the evening, when the steppers set begins.'),
  ('dutty-friday', 'General admission', 'Both rooms, all night.'),
  ('dutty-friday', 'VIP balcony', 'A separate entrance, the balcony over the main room, its own bar, and coat check.'),
  ('wine-down-wednesday', 'Free before eight', 'Free entry until 8 PM. One account, up to four tickets.'),
  ('midnight-jouvay', 'Procession pass', 'The road with all three trucks. Paint, powder and a rag are included.'),
  ('midnight-jouvay', 'Truck deck', 'A place on the second truck, water and rum punch until sunrise.'),
  ('pan-in-the-park', 'Lawn', 'Anywhere on the lawn. Bring a blanket.'),
  ('pan-in-the-park', 'Front section', 'A chair in the first six rows, and shade.'),
  ('lagos-to-laventille', 'General admission', 'The floor between the two decks.'),
  ('lagos-to-laventille', 'Friends of the decks', 'For the people the DJs invited.'),
  ('lagos-to-laventille', 'VIP', 'The mezzanine over both decks, with table service and its own entrance.'),
  ('island-brunch', 'Seat with brunch', 'One seat, a full plate and a rum punch.'),
  ('members-lounge', 'Member', 'One seat and the first drink.'),
  ('harbour-cruise', 'Boarding pass', 'Both decks for three hours, with a welcome drink.'),
  ('steel-and-strings', 'Stalls', 'A numbered seat near the stage.'),
  ('steel-and-strings', 'Circle', 'A numbered seat with the best view of the steel.'),
  ('new-years-fete', 'General admission', 'All three rooms, black cake at one and breakfast at four.'),
  ('new-years-fete', 'Balcony', 'A reserved balcony table, a toast at midnight and its own bar.'),
  ('white-sands', 'Weekender', 'The beach party, the catamaran cruise and the closing fete.')
) as w(slug, name, words);

insert into public.ticket_types (id, event_id, name, description, position, visibility, min_per_order, max_per_order, sale_starts_at,
  members_sale_starts_at)
select t.id, t.event_id, t.name, coalesce(w.words, ''), t.position,
  case when t.slug = 'members-lounge' then 'members' when t.name = 'Friends of the decks' then 'code' else 'public' end, 1,
  case when t.slug = 'wine-down-wednesday' then 4 else 10 end,
  case when t.slug = 'afro-fete' then date_trunc('day', (select now from seed_clock)) + interval '4 days 15 hours' end,
  case when t.slug = 'afro-fete' then date_trunc('day', (select now from seed_clock)) + interval '3 days 15 hours' end
from seed_types t left join seed_type_words w using (slug, name)
on conflict (id) do nothing;

insert into public.ticket_type_pools (ticket_type_id, pool_id, event_id)
select id, pool_id, event_id from seed_types
on conflict do nothing;

insert into public.price_releases (id, ticket_type_id, position, name, face_cents, quantity)
select pg_temp.named_id('release:' || t.id || ':' || r.position), t.id, r.position, split_part(r.line, '|', 1), split_part(r.line, '|', 2)::int,
  nullif(split_part(r.line, '|', 3)::int, 0)
from seed_types t cross join unnest(t.releases) with ordinality as r(line, position)
on conflict (id) do nothing;

-- Extras that some events sell beside tickets. A package is 'type units'; an add-on has a pool of its own.
insert into public.packages (id, event_id, name, description, position, price_cents, max_per_order)
select pg_temp.named_id('package:' || v.slug || ':' || v.name), pg_temp.named_id('event:' || v.slug), v.name, v.description, v.position, v.cents, v.most
from (values
  ('dutty-friday', 'Squad of four', 'Come together, pay less. Each of you gets a ticket.', 1, 10000, 3),
  ('pan-in-the-park', 'Family of four', 'Two adults and two kids on the lawn.', 1, 4800, 2),
  ('new-years-fete', 'Night for two', 'Two balcony tickets with a glass of sorrel each at midnight.', 1, 27000, 4)
) as v(slug, name, description, position, cents, most)
on conflict (id) do nothing;

insert into public.package_components (package_id, ticket_type_id, event_id, units)
select pg_temp.named_id('package:' || v.slug || ':' || v.name), pg_temp.named_id('type:' || v.slug || ':' || v.type), pg_temp.named_id('event:' || v.slug), v.units
from (values
  ('dutty-friday', 'Squad of four', 'General admission', 4),
  ('pan-in-the-park', 'Family of four', 'Lawn', 4),
  ('new-years-fete', 'Night for two', 'Balcony', 2)
) as v(slug, name, type, units)
on conflict (package_id, ticket_type_id) do nothing;

create temporary table seed_add_ons as
select pg_temp.named_id('add-on:' || v.slug || ':' || v.name) as id, pg_temp.named_id('pool:' || v.slug || ':' || v.name) as pool_id,
  pg_temp.named_id('event:' || v.slug) as event_id, v.*
from (values
  ('dutty-friday', 'Coat check', 'Skip the line: your coat is taken at the door.', 1, 500, 250, 1),
  ('dutty-friday', 'Drink token', 'Good for one rum punch, beer or soft drink.', 2, 1200, 400, 2),
  ('midnight-jouvay', 'Paint pack', 'Two bottles of paint and a bandana.', 1, 1500, 300, 1),
  ('midnight-jouvay', 'Parking', 'One car in the lot beside the start.', 2, 2500, 80, 1),
  ('new-years-fete', 'Coat check', 'Skip the line: your coat is taken at the door.', 1, 600, 600, 1)
) as v(slug, name, description, position, cents, stock, most);

insert into public.capacity_pools (id, event_id, name, purpose, capacity)
select pool_id, event_id, name, 'add_on', stock from seed_add_ons
on conflict (id) do nothing;

insert into public.add_ons (id, event_id, pool_id, name, description, position, price_cents, max_per_ticket)
select id, event_id, pool_id, name, description, position, cents, most from seed_add_ons
on conflict (id) do nothing;

insert into public.bookable_tables (
  id, event_id, ticket_type_id, section, name, description, position, min_guests, max_guests, minimum_spend_cents, deposit_cents,
  deposit_bps, gratuity_bps, last_arrival_at
)
select pg_temp.named_id('table:' || v.slug || ':' || v.name), pg_temp.named_id('event:' || v.slug), pg_temp.named_id('type:' || v.slug || ':' || v.type),
  v.section, v.name, v.description, v.position, v.least, v.most, v.spend, v.deposit, v.deposit_bps, 2000, t.doors_at + v.cutoff * interval '1 hour'
from (values
  ('dutty-friday', 'VIP balcony', 'Balcony, left', 'Table 1', 'Your own host and one bottle on arrival.', 1, 4, 6, 60000, null::bigint, 2500, 2),
  ('dutty-friday', 'VIP balcony', 'Balcony, right', 'Table 2', 'Your own host and one bottle on arrival.', 2, 4, 6, 60000, null, 2500, 2),
  ('new-years-fete', 'Balcony', 'Stage side', 'Flamboyant', 'Two bottles, sorrel for the toast and breakfast at four.', 1, 6, 10, 150000, 40000, null, 2),
  ('new-years-fete', 'Balcony', 'Stage side', 'Poui', 'Two bottles, sorrel for the toast and breakfast at four.', 2, 6, 10, 150000, 40000, null, 2),
  ('new-years-fete', 'Balcony', 'Back row', 'Immortelle', 'One bottle and sorrel for the toast.', 3, 4, 8, 90000, 25000, null, 2)
) as v(slug, type, section, name, description, position, least, most, spend, deposit, deposit_bps, cutoff)
join seed_times t on t.id = pg_temp.named_id('event:' || v.slug)
on conflict (id) do update set last_arrival_at = excluded.last_arrival_at;

-- Codes: one that takes something off, one that opens hidden tickets and keeps places for them, one for all events.
insert into public.promo_codes (id, event_id, code, label, effect, percent, amount_cents, max_orders, max_per_person, max_units_per_order, ends_at,
  created_at)
select pg_temp.named_id('code:' || v.code), pg_temp.named_id('event:' || v.slug), v.code, v.label, v.effect, v.percent, v.cents, v.orders, v.person,
  v.units, t.doors_at, (select now from seed_clock) - interval '60 days'
from (values
  ('dutty-friday', 'DUTTY20', 'Flyers in Kingston Avenue', 'percent', 20, null::bigint, 200, 1, 4),
  ('lagos-to-laventille', 'DECKFAM', 'The DJs send it to their people', 'access', null, null, null, null, null)
) as v(slug, code, label, effect, percent, cents, orders, person, units)
join seed_times t on t.id = pg_temp.named_id('event:' || v.slug)
on conflict (id) do nothing;
insert into public.promo_codes (id, code, label, effect, amount_cents, max_per_person, created_at)
select pg_temp.named_id('code:BIGUP5'), 'BIGUP5', 'Thank you on the radio', 'fixed', 500, 1, c.now - interval '60 days' from seed_clock c
on conflict (id) do nothing;
insert into public.promo_code_items (id, code_id, kind, item_id)
values (pg_temp.named_id('code item:DECKFAM'), pg_temp.named_id('code:DECKFAM'), 'ticket', pg_temp.named_id('type:lagos-to-laventille:Friends of the decks'))
on conflict (id) do nothing;
with block as (
  update public.promo_codes c set block_pool_id = pg_temp.named_id('pool:lagos-to-laventille:Warehouse'), block_left = 30,
    block_ends_at = t.doors_at - interval '1 day'
  from seed_times t
  where c.id = pg_temp.named_id('code:DECKFAM') and c.block_pool_id is null and t.id = c.event_id
  returning c.block_pool_id, c.block_left
)
update public.capacity_pools p set blocked = p.blocked + b.block_left from block b where p.id = b.block_pool_id;

-- The shop: products with their options, variants and units. A variant's units arrive through the ledger of stock, once.
create temporary table seed_products as
select * from (values
  ('road-tee', 1, 'Road tee', 'Heavy cotton, made to be painted on.', 3200, 'clothing', 190,
    '[{"name": "Color", "values": ["Bone", "Night"]}, {"name": "Size", "values": ["S", "M", "L", "XL"]}]', 'tee', false, null::int, null::int, 'road-tee'),
  ('sunrise-cap', 2, 'Sunrise cap', 'Six panels, one sun.', 2800, 'clothing', 110, '[{"name": "Color", "values": ["Night", "Sand"]}]', null, false, null, null, 'sunrise-cap'),
  ('pan-tote', 3, 'Pan tote', 'Carries a cooler''s worth of ice.', 2400, 'general', 240, '[]', null, false, null, null, 'pan-tote'),
  ('band-flag', 4, 'Band flag', 'For the road, the rail and the window.', 1800, 'general', 160, '[{"name": "Color", "values": ["Orange", "Teal", "Magenta"]}]', null, false, null, null, 'band-flag'),
  ('sunrise-hoodie', 5, 'Sunrise hoodie', 'For the walk home after the last tune.', 6800, 'clothing', 620,
    '[{"name": "Size", "values": ["S", "M", "L", "XL", "2XL"]}]', 'hoodie', false, 60, 2, 'sunrise-hoodie'),
  ('fete-cup', 6, 'Fete cup', 'Sixteen ounces of steel. It keeps ice until the last lap.', 2200, 'general', 310, '[{"name": "Color", "values": ["Steel", "Night", "Orange"]}]', null, false, null, null, 'fete-cup'),
  ('last-lap-tee', 7, 'Last lap tee', 'The last of the last print. No returns.', 2000, 'clothing', 180, '[{"name": "Size", "values": ["S", "M", "L"]}]', 'tee', true, null, null, 'last-lap-tee'),
  ('jouvay-rag', 8, 'Jouvay rag', 'One square to wave, to wipe and to tie.', 900, 'general', 40, '[{"name": "Color", "values": ["Magenta", "Teal"]}]', null, false, null, 2, 'jouvay-rag'),
  ('ice-cooler-bag', 9, 'Cooler bag', 'Eighteen cans, one strap.', 4600, 'general', 780, '[]', null, false, null, null, 'ice-cooler-bag'),
  ('riddim-crewneck', 10, 'Riddim crewneck', 'Brushed inside, printed small outside.', 5400, 'clothing', 520,
    '[{"name": "Color", "values": ["Teal", "Bone"]}, {"name": "Size", "values": ["M", "L", "XL"]}]', 'hoodie', false, null, null, 'riddim-crewneck')
) v(slug, position, name, summary, price_cents, tax_class, weight_grams, options, chart, final_sale, members_minutes, max_per_person, picture);

insert into public.products (id, slug, name, summary, description, price_cents, options, size_chart, final_sale, tax_class, drop_at, members_minutes, max_per_person,
  status, position)
select pg_temp.named_id('product:' || v.slug), v.slug, v.name, v.summary, d.description, v.price_cents, v.options::jsonb, c.chart::jsonb, v.final_sale, v.tax_class,
  -- two days from now, at eight in the evening of the brand's zone
  case when v.members_minutes is not null
    then (date_trunc('day', k.now at time zone s.time_zone) + interval '2 days 20 hours') at time zone s.time_zone end,
  coalesce(v.members_minutes, 0), v.max_per_person, 'active', v.position
from seed_products v
cross join seed_clock k
cross join public.settings s
join (values
  ('road-tee', E'A boxy tee of 240 g cotton that takes paint, powder and mud, and looks better for it.\n\nThe sun on the chest is printed by hand in Brooklyn, so no two are the same. Wash it inside out, or do not.'),
  ('sunrise-cap', E'Unstructured, with a strap that fits most heads. The sun is stitched, not printed.'),
  ('pan-tote', E'Heavy canvas with handles long enough for a shoulder. The notes of a tenor pan are where they are on a tenor pan.'),
  ('band-flag', E'Sixty by ninety centimetres of polyester that does not mind rain, on a sleeve for a stick. The stick is not included.'),
  ('sunrise-hoodie', E'Four hundred grams of brushed cotton with a double hood. Made once a year.\n\nMembers may buy an hour before everybody else; two for each person.'),
  ('fete-cup', E'Double walls, a lid that closes, and a ring for a carabiner. Bars of ours pour into it.'),
  ('last-lap-tee', E'What is left of the print for last summer''s last lap. Because it is the last, we do not take it back.'),
  ('jouvay-rag', E'Fifty-five by fifty-five centimetres of soft cotton. Two for each person, so that everybody has one.'),
  ('ice-cooler-bag', E'Insulated, with a pocket for a phone on the dry side. It comes back in spring.'),
  ('riddim-crewneck', E'A sweatshirt for studios with the air conditioning on. The sun sits on the left, small.')
) d(slug, description) on d.slug = v.slug
left join (values
  ('tee', '{"columns": ["Size", "Chest (in)", "Length (in)"], "rows": [["S", "38", "27"], ["M", "41", "28"], ["L", "44", "29"], ["XL", "47", "30"]]}'),
  ('hoodie', '{"columns": ["Size", "Chest (in)", "Length (in)", "Sleeve (in)"], "rows": [["S", "42", "26", "33"], ["M", "44", "27", "34"], ["L", "47", "28", "35"], ["XL", "50", "29", "36"], ["2XL", "53", "30", "37"]]}')
) c(name, chart) on c.name = v.chart
on conflict (id) do nothing;

insert into public.product_pictures (id, product_id, position, image_path, image_alt, option_value)
select pg_temp.named_id('product picture:' || v.picture), pg_temp.named_id('product:' || v.slug), v.position, p.key, p.alt, v.value
from (
  select s.slug, 1 as position, s.picture, c.value
  from seed_products s left join (values ('road-tee', 'Bone'), ('sunrise-cap', 'Night'), ('band-flag', 'Orange'), ('fete-cup', 'Orange'), ('riddim-crewneck', 'Teal')) c(slug, value) using (slug)
  union all values ('road-tee', 2, 'road-tee-night', 'Night'), ('sunrise-cap', 2, 'sunrise-cap-sand', 'Sand'), ('band-flag', 2, 'band-flag-teal', 'Teal'),
    ('band-flag', 3, 'band-flag-magenta', 'Magenta'), ('fete-cup', 2, 'fete-cup-steel', 'Steel'), ('fete-cup', 3, 'fete-cup-night', 'Night'),
    ('riddim-crewneck', 2, 'riddim-crewneck-bone', 'Bone')
) v join seed_pictures p on p.name = v.picture
on conflict (id) do nothing;

insert into public.product_collections (id, slug, name, position)
select pg_temp.named_id('collection:' || v.slug), v.slug, v.name, v.position
from (values ('to-wear', 'To wear', 1), ('for-the-road', 'For the road', 2), ('last-chance', 'Last chance', 3)) v(slug, name, position)
on conflict (id) do nothing;

insert into public.product_collection_items (collection_id, product_id, position)
select pg_temp.named_id('collection:' || v.collection), pg_temp.named_id('product:' || v.slug), v.position
from (values
  ('to-wear', 'road-tee', 1), ('to-wear', 'sunrise-hoodie', 2), ('to-wear', 'riddim-crewneck', 3), ('to-wear', 'sunrise-cap', 4), ('to-wear', 'last-lap-tee', 5),
  ('for-the-road', 'band-flag', 1), ('for-the-road', 'fete-cup', 2), ('for-the-road', 'jouvay-rag', 3), ('for-the-road', 'pan-tote', 4), ('for-the-road', 'ice-cooler-bag', 5),
  ('last-chance', 'last-lap-tee', 1), ('last-chance', 'riddim-crewneck', 2)
) v(collection, slug, position)
on conflict do nothing;

create temporary table seed_variants as
select v.*, row_number() over (partition by v.slug)::int as position
from (values
  ('road-tee', '{Bone,S}', 'TEE-BONE-S', 40), ('road-tee', '{Bone,M}', 'TEE-BONE-M', 80), ('road-tee', '{Bone,L}', 'TEE-BONE-L', 80), ('road-tee', '{Bone,XL}', 'TEE-BONE-XL', 40),
  ('road-tee', '{Night,S}', 'TEE-NIGHT-S', 30), ('road-tee', '{Night,M}', 'TEE-NIGHT-M', 60), ('road-tee', '{Night,L}', 'TEE-NIGHT-L', 60), ('road-tee', '{Night,XL}', 'TEE-NIGHT-XL', 0),
  ('sunrise-cap', '{Night}', 'CAP-NIGHT', 60), ('sunrise-cap', '{Sand}', 'CAP-SAND', 45),
  ('pan-tote', '{}', 'TOTE', 75),
  ('band-flag', '{Orange}', 'FLAG-ORANGE', 120), ('band-flag', '{Teal}', 'FLAG-TEAL', 90), ('band-flag', '{Magenta}', 'FLAG-MAGENTA', 90),
  ('sunrise-hoodie', '{S}', 'HOOD-S', 20), ('sunrise-hoodie', '{M}', 'HOOD-M', 40), ('sunrise-hoodie', '{L}', 'HOOD-L', 40), ('sunrise-hoodie', '{XL}', 'HOOD-XL', 30), ('sunrise-hoodie', '{2XL}', 'HOOD-2XL', 15),
  ('fete-cup', '{Steel}', 'CUP-STEEL', 150), ('fete-cup', '{Night}', 'CUP-NIGHT', 100), ('fete-cup', '{Orange}', 'CUP-ORANGE', 100),
  ('last-lap-tee', '{S}', 'LAP-S', 0), ('last-lap-tee', '{M}', 'LAP-M', 3), ('last-lap-tee', '{L}', 'LAP-L', 2),
  ('jouvay-rag', '{Magenta}', 'RAG-MAGENTA', 200), ('jouvay-rag', '{Teal}', 'RAG-TEAL', 200),
  ('ice-cooler-bag', '{}', 'COOLER', 0),
  ('riddim-crewneck', '{Teal,M}', 'CREW-TEAL-M', 18), ('riddim-crewneck', '{Teal,L}', 'CREW-TEAL-L', 4), ('riddim-crewneck', '{Teal,XL}', 'CREW-TEAL-XL', 12),
  ('riddim-crewneck', '{Bone,M}', 'CREW-BONE-M', 20), ('riddim-crewneck', '{Bone,L}', 'CREW-BONE-L', 25), ('riddim-crewneck', '{Bone,XL}', 'CREW-BONE-XL', 10)
) v (slug, option_values, sku, units);

insert into public.product_variants (id, product_id, name, option_values, sku, price_cents, weight_grams, low_stock_at, position)
select pg_temp.named_id('variant:' || v.sku), pg_temp.named_id('product:' || v.slug), array_to_string(v.option_values::text[], ' / '), v.option_values::text[], v.sku,
  p.price_cents, p.weight_grams, case when v.slug <> 'last-lap-tee' then 5 end, v.position
from seed_variants v join seed_products p on p.slug = v.slug
on conflict (id) do nothing;

insert into public.stock_places (id, name, kind, position) values (pg_temp.named_id('place:Flatbush store'), 'Flatbush store', 'store', 1)
on conflict (id) do nothing;
select private.move_stock(pg_temp.named_id('variant:' || v.sku), private.main_place(), v.units, 'received', null, 'First delivery')
from seed_variants v
where v.units > 0 and not exists (select 1 from public.stock_entries e where e.variant_id = pg_temp.named_id('variant:' || v.sku));

drop table seed_variants;
drop table seed_products;

insert into public.shipping_zones (id, name, states, free_above_cents)
values
  (pg_temp.named_id('zone:mainland'), 'Continental US', array(
    select code from private.us_states where code not in ('AK', 'HI') order by code), 7500),
  (pg_temp.named_id('zone:far'), 'Alaska and Hawaii', array['AK', 'HI'], null)
on conflict (id) do nothing;
insert into public.shipping_rates (zone_id, up_to_grams, price_cents)
select pg_temp.named_id('zone:' || v.zone), v.grams, v.cents
from (values ('mainland', 250, 500), ('mainland', 1000, 800), ('mainland', 20000, 1400), ('far', 500, 1200), ('far', 20000, 2600)) v (zone, grams, cents)
on conflict do nothing;
-- Examples: New York City taxes no clothes of less than 110 dollars, and no product of the seed costs more.
insert into public.tax_rates (id, state, zip_prefix, tax_class, bps, taxes_shipping)
select pg_temp.named_id('tax:' || v.state || v.zip || v.class), v.state, v.zip, v.class, v.bps, v.shipping
from (values
  ('NY', '', 'general', 800, true), ('NY', '100', 'general', 888, true), ('NY', '112', 'general', 888, true),
  ('NY', '', 'clothing', 400, true), ('NY', '100', 'clothing', 0, true), ('NY', '112', 'clothing', 0, true),
  ('NJ', '', 'general', 663, true), ('FL', '', 'general', 700, false), ('FL', '', 'clothing', 700, false), ('GA', '', 'general', 700, true),
  ('GA', '', 'clothing', 700, true), ('CT', '', 'general', 635, true), ('CT', '', 'clothing', 635, true),
  ('CA', '', 'general', 725, false), ('CA', '', 'clothing', 725, false), ('TX', '', 'general', 625, true), ('TX', '', 'clothing', 625, true)
) v (state, zip, class, bps, shipping)
on conflict (id) do nothing;
-- The next four public events in the US have a stand of the shop, as the last two had; the store is open on two Saturdays to come.
insert into public.pickup_points (id, kind, event_id, name, address, state, postal_code)
select pg_temp.named_id('pickup:' || e.id), 'event', e.id, 'Merch table at ' || e.title, '', e.region,
  case e.region when 'NY' then '11201' when 'FL' then '33127' when 'GA' then '30303' else (
    select lpad((lower(r.range) * 100 + 1)::text, 5, '0') from private.us_states s, unnest(s.zips) r (range) where s.code = e.region limit 1) end
from (
  (select e.* from public.events e cross join seed_clock c
  where e.status = 'published' and e.visibility = 'public' and e.ends_at > c.now
    and exists (select 1 from private.us_states s where s.code = e.region)
  order by e.starts_at, e.id limit 4)
  union all
  select e.* from public.events e where e.id in (pg_temp.named_id('event:last-lap'), pg_temp.named_id('event:lovers-rock-social'))
) e
on conflict (id) do nothing;
insert into public.pickup_points (id, kind, name, address, state, postal_code, opens_at, closes_at)
select pg_temp.named_id('pickup:store:' || n), 'store', 'Store day in Crown Heights', '742 Nostrand Ave, Brooklyn, NY', 'NY', '11216',
  (d.day + time '12:00') at time zone 'America/New_York', (d.day + time '18:00') at time zone 'America/New_York'
from generate_series(1, 2) n
cross join lateral (select (date_trunc('week', c.now at time zone 'America/New_York') + make_interval(days => 5 + 7 * n))::date as day from seed_clock c) d
on conflict (id) do nothing;

drop table seed_type_words;
drop table seed_types;
drop table seed_nights;
drop table seed_times;
drop table seed_clock;
drop table seed_events;
drop table seed_pictures;
