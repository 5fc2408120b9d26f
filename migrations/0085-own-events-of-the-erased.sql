-- The steps 2 to 8 of an erasure, events of one kind of subject each, are done by step 1 now. An erasure that stands at one of
-- them begins with it.
update erasures set step = 1, position = null where ended_at is null and step between 2 and 8;
