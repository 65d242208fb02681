-- Version 3: faults of deliveries, by the number of the first attempt without them; 0 is none.

ALTER TABLE deliveries ADD COLUMN dropped_until INTEGER NOT NULL DEFAULT 0;
ALTER TABLE deliveries ADD COLUMN wrongly_signed_until INTEGER NOT NULL DEFAULT 0;
-- The mode of deliveries became rules of faults.
DELETE FROM settings WHERE name = 'delivery_mode';
