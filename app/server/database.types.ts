export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  public: {
    Tables: {
      add_ons: {
        Row: {
          archived_at: string | null
          created_at: string
          description: string
          event_id: string
          id: string
          max_per_ticket: number
          name: string
          paused_at: string | null
          pool_id: string
          position: number
          price_cents: number
          visibility: string
        }
        Insert: {
          archived_at?: string | null
          created_at?: string
          description?: string
          event_id: string
          id?: string
          max_per_ticket?: number
          name: string
          paused_at?: string | null
          pool_id: string
          position?: number
          price_cents: number
          visibility?: string
        }
        Update: {
          archived_at?: string | null
          created_at?: string
          description?: string
          event_id?: string
          id?: string
          max_per_ticket?: number
          name?: string
          paused_at?: string | null
          pool_id?: string
          position?: number
          price_cents?: number
          visibility?: string
        }
        Relationships: [
          {
            foreignKeyName: "add_ons_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "add_ons_pool_id_event_id_fkey"
            columns: ["pool_id", "event_id"]
            isOneToOne: false
            referencedRelation: "capacity_pools"
            referencedColumns: ["id", "event_id"]
          },
        ]
      }
      artists: {
        Row: {
          created_at: string
          id: string
          image_alt: string
          image_path: string | null
          links: NonNullable<Json>
          name: string
          slug: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          id?: string
          image_alt?: string
          image_path?: string | null
          links?: NonNullable<Json>
          name: string
          slug: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          id?: string
          image_alt?: string
          image_path?: string | null
          links?: NonNullable<Json>
          name?: string
          slug?: string
          updated_at?: string
        }
        Relationships: []
      }
      assistant_conversations: {
        Row: {
          created_at: string
          id: string
          title: string
          updated_at: string
          user_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          title: string
          updated_at?: string
          user_id: string
        }
        Update: {
          created_at?: string
          id?: string
          title?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "assistant_conversations_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      assistant_turns: {
        Row: {
          blocks: NonNullable<Json>
          conversation_id: string
          created_at: string
          event_id: string | null
          id: string
          intent: string | null
          question: string
          rating: number | null
          seq: number
          tools: NonNullable<Json>
        }
        Insert: {
          blocks: NonNullable<Json>
          conversation_id: string
          created_at?: string
          event_id?: string | null
          id?: string
          intent?: string | null
          question: string
          rating?: number | null
          seq: number
          tools?: NonNullable<Json>
        }
        Update: {
          blocks?: NonNullable<Json>
          conversation_id?: string
          created_at?: string
          event_id?: string | null
          id?: string
          intent?: string | null
          question?: string
          rating?: number | null
          seq?: number
          tools?: NonNullable<Json>
        }
        Relationships: [
          {
            foreignKeyName: "assistant_turns_conversation_id_fkey"
            columns: ["conversation_id"]
            isOneToOne: false
            referencedRelation: "assistant_conversations"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "assistant_turns_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
        ]
      }
      bookable_tables: {
        Row: {
          archived_at: string | null
          created_at: string
          deposit_bps: number | null
          deposit_cents: number | null
          description: string
          event_id: string
          gratuity_bps: number
          id: string
          last_arrival_at: string | null
          max_guests: number
          min_guests: number
          minimum_spend_cents: number
          name: string
          paused_at: string | null
          position: number
          section: string
          ticket_type_id: string
          visibility: string
        }
        Insert: {
          archived_at?: string | null
          created_at?: string
          deposit_bps?: number | null
          deposit_cents?: number | null
          description?: string
          event_id: string
          gratuity_bps?: number
          id?: string
          last_arrival_at?: string | null
          max_guests: number
          min_guests: number
          minimum_spend_cents: number
          name: string
          paused_at?: string | null
          position?: number
          section: string
          ticket_type_id: string
          visibility?: string
        }
        Update: {
          archived_at?: string | null
          created_at?: string
          deposit_bps?: number | null
          deposit_cents?: number | null
          description?: string
          event_id?: string
          gratuity_bps?: number
          id?: string
          last_arrival_at?: string | null
          max_guests?: number
          min_guests?: number
          minimum_spend_cents?: number
          name?: string
          paused_at?: string | null
          position?: number
          section?: string
          ticket_type_id?: string
          visibility?: string
        }
        Relationships: [
          {
            foreignKeyName: "bookable_tables_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "bookable_tables_ticket_type_id_event_id_fkey"
            columns: ["ticket_type_id", "event_id"]
            isOneToOne: false
            referencedRelation: "ticket_types"
            referencedColumns: ["id", "event_id"]
          },
        ]
      }
      buyer_blocks: {
        Row: {
          created_at: string
          created_by: string | null
          expires_at: string | null
          id: string
          kind: string
          label: string
          lifted_at: string | null
          lifted_by: string | null
          matched_key: string
          order_id: string | null
          reason: string
        }
        Insert: {
          created_at?: string
          created_by?: string | null
          expires_at?: string | null
          id?: string
          kind: string
          label: string
          lifted_at?: string | null
          lifted_by?: string | null
          matched_key: string
          order_id?: string | null
          reason: string
        }
        Update: {
          created_at?: string
          created_by?: string | null
          expires_at?: string | null
          id?: string
          kind?: string
          label?: string
          lifted_at?: string | null
          lifted_by?: string | null
          matched_key?: string
          order_id?: string | null
          reason?: string
        }
        Relationships: [
          {
            foreignKeyName: "buyer_blocks_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      capacity_pools: {
        Row: {
          blocked: number
          capacity: number
          created_at: string
          event_id: string
          held: number
          id: string
          name: string
          purpose: string
          sold: number
        }
        Insert: {
          blocked?: number
          capacity: number
          created_at?: string
          event_id: string
          held?: number
          id?: string
          name: string
          purpose?: string
          sold?: number
        }
        Update: {
          blocked?: number
          capacity?: number
          created_at?: string
          event_id?: string
          held?: number
          id?: string
          name?: string
          purpose?: string
          sold?: number
        }
        Relationships: [
          {
            foreignKeyName: "capacity_pools_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
        ]
      }
      cart_items: {
        Row: {
          added_at: string
          owner_id: string
          quantity: number
          variant_id: string
        }
        Insert: {
          added_at?: string
          owner_id: string
          quantity: number
          variant_id: string
        }
        Update: {
          added_at?: string
          owner_id?: string
          quantity?: number
          variant_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "cart_items_variant_id_fkey"
            columns: ["variant_id"]
            isOneToOne: false
            referencedRelation: "product_variants"
            referencedColumns: ["id"]
          },
        ]
      }
      chat_messages: {
        Row: {
          author_active: boolean
          author_id: string
          body: string
          change_seq: number
          created_at: string
          id: string
          is_hidden: boolean
          reply_to: string | null
          reports: number
          seq: number
          stream_id: string
        }
        Insert: {
          author_active?: boolean
          author_id: string
          body: string
          change_seq: number
          created_at?: string
          id?: string
          is_hidden?: boolean
          reply_to?: string | null
          reports?: number
          seq: number
          stream_id: string
        }
        Update: {
          author_active?: boolean
          author_id?: string
          body?: string
          change_seq?: number
          created_at?: string
          id?: string
          is_hidden?: boolean
          reply_to?: string | null
          reports?: number
          seq?: number
          stream_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "chat_messages_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "chat_messages_reply"
            columns: ["reply_to", "stream_id"]
            isOneToOne: false
            referencedRelation: "chat_messages"
            referencedColumns: ["id", "stream_id"]
          },
          {
            foreignKeyName: "chat_messages_stream_id_fkey"
            columns: ["stream_id"]
            isOneToOne: false
            referencedRelation: "streams"
            referencedColumns: ["id"]
          },
        ]
      }
      commission_entries: {
        Row: {
          accrual_id: string
          created_at: string
          due_cents: number
          event_promoter_id: string
          expected_cents: number
          id: string
          kind: string
          order_id: string
          paid_cents: number
          payout_id: string | null
          ticket_id: string
          turn: number | null
        }
        Insert: {
          accrual_id: string
          created_at?: string
          due_cents?: number
          event_promoter_id: string
          expected_cents?: number
          id?: string
          kind: string
          order_id: string
          paid_cents?: number
          payout_id?: string | null
          ticket_id: string
          turn?: number | null
        }
        Update: {
          accrual_id?: string
          created_at?: string
          due_cents?: number
          event_promoter_id?: string
          expected_cents?: number
          id?: string
          kind?: string
          order_id?: string
          paid_cents?: number
          payout_id?: string | null
          ticket_id?: string
          turn?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "commission_entries_accrual_id_fkey"
            columns: ["accrual_id"]
            isOneToOne: false
            referencedRelation: "commission_entries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "commission_entries_event_promoter_id_fkey"
            columns: ["event_promoter_id"]
            isOneToOne: false
            referencedRelation: "event_promoters"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "commission_entries_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "commission_entries_ticket_id_fkey"
            columns: ["ticket_id"]
            isOneToOne: false
            referencedRelation: "tickets"
            referencedColumns: ["id"]
          },
        ]
      }
      disputes: {
        Row: {
          amount_cents: number
          closed_at: string | null
          created_at: string
          currency: string
          evidence_due_at: string | null
          evidence_sent_at: string | null
          evidence_sent_by: string | null
          id: string
          is_inquiry: boolean
          looked_up_at: string | null
          opened_at: string
          order_id: string
          payment_id: string
          provider: string
          provider_ref: string
          reason_code: string
          status: string
        }
        Insert: {
          amount_cents: number
          closed_at?: string | null
          created_at?: string
          currency: string
          evidence_due_at?: string | null
          evidence_sent_at?: string | null
          evidence_sent_by?: string | null
          id?: string
          is_inquiry?: boolean
          looked_up_at?: string | null
          opened_at: string
          order_id: string
          payment_id: string
          provider: string
          provider_ref: string
          reason_code: string
          status?: string
        }
        Update: {
          amount_cents?: number
          closed_at?: string | null
          created_at?: string
          currency?: string
          evidence_due_at?: string | null
          evidence_sent_at?: string | null
          evidence_sent_by?: string | null
          id?: string
          is_inquiry?: boolean
          looked_up_at?: string | null
          opened_at?: string
          order_id?: string
          payment_id?: string
          provider?: string
          provider_ref?: string
          reason_code?: string
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: "disputes_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "disputes_payment_id_fkey"
            columns: ["payment_id"]
            isOneToOne: false
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
        ]
      }
      door_clicks: {
        Row: {
          change: number
          clicked_at: string
          counted: number
          device: string
          event_id: string
          id: string
          staff_id: string | null
          stored_at: string
          zone_id: string
        }
        Insert: {
          change: number
          clicked_at: string
          counted: number
          device?: string
          event_id: string
          id: string
          staff_id?: string | null
          stored_at?: string
          zone_id: string
        }
        Update: {
          change?: number
          clicked_at?: string
          counted?: number
          device?: string
          event_id?: string
          id?: string
          staff_id?: string | null
          stored_at?: string
          zone_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "door_clicks_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "door_clicks_zone_id_fkey"
            columns: ["zone_id"]
            isOneToOne: false
            referencedRelation: "door_zones"
            referencedColumns: ["id"]
          },
        ]
      }
      door_devices: {
        Row: {
          battery_percent: number | null
          browser: string | null
          clock_offset_ms: number | null
          created_at: string
          enrolled_at: string | null
          event_id: string
          handed_in_at: string | null
          id: string
          invite_expires_at: string | null
          invite_hash: string | null
          invited_at: string | null
          invited_by: string | null
          is_kept: boolean | null
          kind: string
          last_seen_at: string | null
          locked_at: string | null
          locked_by: string | null
          name: string
          pack_at: string | null
          pack_version: number | null
          ready: Json | null
          ready_at: string | null
          revoke_reason: string | null
          revoked_at: string | null
          revoked_by: string | null
          session_id: string | null
          user_id: string | null
          waiting_scans: number
          waive_reason: string | null
          waived_at: string | null
          waived_by: string | null
        }
        Insert: {
          battery_percent?: number | null
          browser?: string | null
          clock_offset_ms?: number | null
          created_at?: string
          enrolled_at?: string | null
          event_id: string
          handed_in_at?: string | null
          id?: string
          invite_expires_at?: string | null
          invite_hash?: string | null
          invited_at?: string | null
          invited_by?: string | null
          is_kept?: boolean | null
          kind: string
          last_seen_at?: string | null
          locked_at?: string | null
          locked_by?: string | null
          name: string
          pack_at?: string | null
          pack_version?: number | null
          ready?: Json | null
          ready_at?: string | null
          revoke_reason?: string | null
          revoked_at?: string | null
          revoked_by?: string | null
          session_id?: string | null
          user_id?: string | null
          waiting_scans?: number
          waive_reason?: string | null
          waived_at?: string | null
          waived_by?: string | null
        }
        Update: {
          battery_percent?: number | null
          browser?: string | null
          clock_offset_ms?: number | null
          created_at?: string
          enrolled_at?: string | null
          event_id?: string
          handed_in_at?: string | null
          id?: string
          invite_expires_at?: string | null
          invite_hash?: string | null
          invited_at?: string | null
          invited_by?: string | null
          is_kept?: boolean | null
          kind?: string
          last_seen_at?: string | null
          locked_at?: string | null
          locked_by?: string | null
          name?: string
          pack_at?: string | null
          pack_version?: number | null
          ready?: Json | null
          ready_at?: string | null
          revoke_reason?: string | null
          revoked_at?: string | null
          revoked_by?: string | null
          session_id?: string | null
          user_id?: string | null
          waiting_scans?: number
          waive_reason?: string | null
          waived_at?: string | null
          waived_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "door_devices_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "door_devices_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      door_gates: {
        Row: {
          event_id: string
          id: string
          name: string
          position: number
          type_ids: string[] | null
          zone_id: string | null
        }
        Insert: {
          event_id: string
          id?: string
          name: string
          position?: number
          type_ids?: string[] | null
          zone_id?: string | null
        }
        Update: {
          event_id?: string
          id?: string
          name?: string
          position?: number
          type_ids?: string[] | null
          zone_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "door_gates_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "door_gates_zone_id_fkey"
            columns: ["zone_id"]
            isOneToOne: false
            referencedRelation: "door_zones"
            referencedColumns: ["id"]
          },
        ]
      }
      door_recounts: {
        Row: {
          change: number
          counted: number
          event_id: string
          id: string
          reason: string
          recounted_at: string
          staff_id: string | null
          zone_id: string | null
        }
        Insert: {
          change: number
          counted: number
          event_id: string
          id?: string
          reason: string
          recounted_at?: string
          staff_id?: string | null
          zone_id?: string | null
        }
        Update: {
          change?: number
          counted?: number
          event_id?: string
          id?: string
          reason?: string
          recounted_at?: string
          staff_id?: string | null
          zone_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "door_recounts_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "door_recounts_zone_id_fkey"
            columns: ["zone_id"]
            isOneToOne: false
            referencedRelation: "door_zones"
            referencedColumns: ["id"]
          },
        ]
      }
      door_zones: {
        Row: {
          capacity: number
          event_id: string
          held_at: string | null
          id: string
          lifted: number
          name: string
          position: number
        }
        Insert: {
          capacity: number
          event_id: string
          held_at?: string | null
          id?: string
          lifted?: number
          name: string
          position?: number
        }
        Update: {
          capacity?: number
          event_id?: string
          held_at?: string | null
          id?: string
          lifted?: number
          name?: string
          position?: number
        }
        Relationships: [
          {
            foreignKeyName: "door_zones_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
        ]
      }
      entries: {
        Row: {
          closed_at: string | null
          closed_by_scan: string | null
          entered_at: string
          event_id: string
          gate: string
          id: string
          order_id: string
          scan_id: string
          ticket_id: string
          zone_id: string | null
        }
        Insert: {
          closed_at?: string | null
          closed_by_scan?: string | null
          entered_at?: string
          event_id: string
          gate?: string
          id?: string
          order_id: string
          scan_id: string
          ticket_id: string
          zone_id?: string | null
        }
        Update: {
          closed_at?: string | null
          closed_by_scan?: string | null
          entered_at?: string
          event_id?: string
          gate?: string
          id?: string
          order_id?: string
          scan_id?: string
          ticket_id?: string
          zone_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "entries_closed_by_scan_fkey"
            columns: ["closed_by_scan"]
            isOneToOne: false
            referencedRelation: "scans"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "entries_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "entries_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "entries_scan_id_fkey"
            columns: ["scan_id"]
            isOneToOne: false
            referencedRelation: "scans"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "entries_ticket_id_fkey"
            columns: ["ticket_id"]
            isOneToOne: false
            referencedRelation: "tickets"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "entries_zone_id_fkey"
            columns: ["zone_id"]
            isOneToOne: false
            referencedRelation: "door_zones"
            referencedColumns: ["id"]
          },
        ]
      }
      event_change_orders: {
        Row: {
          change_id: string
          choice: string | null
          chosen_at: string | null
          due_at: string | null
          mailed_at: string | null
          order_id: string
          reason: string | null
          refund_cents: number
          refunded_at: string | null
          status: string
        }
        Insert: {
          change_id: string
          choice?: string | null
          chosen_at?: string | null
          due_at?: string | null
          mailed_at?: string | null
          order_id: string
          reason?: string | null
          refund_cents?: number
          refunded_at?: string | null
          status?: string
        }
        Update: {
          change_id?: string
          choice?: string | null
          chosen_at?: string | null
          due_at?: string | null
          mailed_at?: string | null
          order_id?: string
          reason?: string | null
          refund_cents?: number
          refunded_at?: string | null
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: "event_change_orders_change_id_fkey"
            columns: ["change_id"]
            isOneToOne: false
            referencedRelation: "event_changes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "event_change_orders_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      event_changes: {
        Row: {
          announced_at: string
          announced_by: string | null
          choice_ends_at: string | null
          event_id: string
          finished_at: string | null
          goods: string
          id: string
          kind: string
          note: string
          previous_starts_at: string
          refund_at: string | null
          refund_policy: string
          starts_at: string | null
          superseded_at: string | null
        }
        Insert: {
          announced_at?: string
          announced_by?: string | null
          choice_ends_at?: string | null
          event_id: string
          finished_at?: string | null
          goods?: string
          id?: string
          kind: string
          note?: string
          previous_starts_at: string
          refund_at?: string | null
          refund_policy: string
          starts_at?: string | null
          superseded_at?: string | null
        }
        Update: {
          announced_at?: string
          announced_by?: string | null
          choice_ends_at?: string | null
          event_id?: string
          finished_at?: string | null
          goods?: string
          id?: string
          kind?: string
          note?: string
          previous_starts_at?: string
          refund_at?: string | null
          refund_policy?: string
          starts_at?: string | null
          superseded_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "event_changes_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
        ]
      }
      event_company: {
        Row: {
          created_at: string
          event_id: string
          user_id: string
        }
        Insert: {
          created_at?: string
          event_id: string
          user_id: string
        }
        Update: {
          created_at?: string
          event_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "event_company_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "event_company_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      event_drafts: {
        Row: {
          event_id: string | null
          form: NonNullable<Json>
          id: string
          owner_id: string
          saved_at: string
          tab: string
        }
        Insert: {
          event_id?: string | null
          form: NonNullable<Json>
          id?: string
          owner_id: string
          saved_at?: string
          tab: string
        }
        Update: {
          event_id?: string | null
          form?: NonNullable<Json>
          id?: string
          owner_id?: string
          saved_at?: string
          tab?: string
        }
        Relationships: [
          {
            foreignKeyName: "event_drafts_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "event_drafts_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      event_promoters: {
        Row: {
          commission_basis: string
          commission_bps: number | null
          commission_cents: number | null
          created_at: string
          created_by: string | null
          ended_at: string | null
          event_id: string
          grant_id: string | null
          id: string
          link_code: string
          promoter_id: string
        }
        Insert: {
          commission_basis?: string
          commission_bps?: number | null
          commission_cents?: number | null
          created_at?: string
          created_by?: string | null
          ended_at?: string | null
          event_id: string
          grant_id?: string | null
          id?: string
          link_code: string
          promoter_id: string
        }
        Update: {
          commission_basis?: string
          commission_bps?: number | null
          commission_cents?: number | null
          created_at?: string
          created_by?: string | null
          ended_at?: string | null
          event_id?: string
          grant_id?: string | null
          id?: string
          link_code?: string
          promoter_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "event_promoters_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "event_promoters_grant_id_fkey"
            columns: ["grant_id"]
            isOneToOne: false
            referencedRelation: "staff_grants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "event_promoters_promoter_id_fkey"
            columns: ["promoter_id"]
            isOneToOne: false
            referencedRelation: "promoters"
            referencedColumns: ["id"]
          },
        ]
      }
      event_series: {
        Row: {
          created_at: string
          description: string
          id: string
          name: string
          slug: string
        }
        Insert: {
          created_at?: string
          description?: string
          id?: string
          name: string
          slug: string
        }
        Update: {
          created_at?: string
          description?: string
          id?: string
          name?: string
          slug?: string
        }
        Relationships: []
      }
      event_threads: {
        Row: {
          event_id: string
          locked_at: string | null
          mode_override: string | null
          slow_seconds: number | null
        }
        Insert: {
          event_id: string
          locked_at?: string | null
          mode_override?: string | null
          slow_seconds?: number | null
        }
        Update: {
          event_id?: string
          locked_at?: string | null
          mode_override?: string | null
          slow_seconds?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "event_threads_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: true
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
        ]
      }
      event_venues: {
        Row: {
          address: string
          event_id: string
          latitude: number | null
          longitude: number | null
          venue_name: string
        }
        Insert: {
          address?: string
          event_id: string
          latitude?: number | null
          longitude?: number | null
          venue_name?: string
        }
        Update: {
          address?: string
          event_id?: string
          latitude?: number | null
          longitude?: number | null
          venue_name?: string
        }
        Relationships: [
          {
            foreignKeyName: "event_venues_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: true
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
        ]
      }
      events: {
        Row: {
          address: string
          cancelled_at: string | null
          city: string
          country: string
          created_at: string
          description: string
          doors_at: string
          dress_code: string
          ends_at: string
          fee_bps: number
          fee_fixed_cents: number
          genres: string[]
          id: string
          id_policy: string
          image_alt: string
          image_path: string | null
          is_test: boolean
          last_entry_at: string | null
          latitude: number | null
          line_up: NonNullable<Json>
          location_hours: number | null
          location_reveals_at: string | null
          location_visibility: string
          longitude: number | null
          max_per_person: number | null
          min_age: number
          neighborhood: string
          previous_starts_at: string | null
          published_at: string | null
          reentries: number
          refund_hours: number | null
          refund_keeps_fee: boolean
          refund_kept_percent: number
          region: string
          sales_paused_at: string | null
          series_id: string | null
          show_going: boolean
          slug: string
          starts_at: string
          status: string
          status_note: string
          summary: string
          tax_bps: number
          tax_on_fees: boolean
          ticket_sharing: string
          time_zone: string
          title: string
          updated_at: string
          venue_hidden: boolean
          venue_name: string
          visibility: string
        }
        Insert: {
          address?: string
          cancelled_at?: string | null
          city: string
          country?: string
          created_at?: string
          description?: string
          doors_at: string
          dress_code?: string
          ends_at: string
          fee_bps?: number
          fee_fixed_cents?: number
          genres?: string[]
          id?: string
          id_policy?: string
          image_alt?: string
          image_path?: string | null
          is_test?: boolean
          last_entry_at?: string | null
          latitude?: number | null
          line_up?: NonNullable<Json>
          location_hours?: number | null
          location_reveals_at?: never
          location_visibility?: string
          longitude?: number | null
          max_per_person?: number | null
          min_age?: number
          neighborhood?: string
          previous_starts_at?: string | null
          published_at?: string | null
          reentries?: number
          refund_hours?: number | null
          refund_keeps_fee?: boolean
          refund_kept_percent?: number
          region?: string
          sales_paused_at?: string | null
          series_id?: string | null
          show_going?: boolean
          slug: string
          starts_at: string
          status?: string
          status_note?: string
          summary?: string
          tax_bps?: number
          tax_on_fees?: boolean
          ticket_sharing?: string
          time_zone: string
          title: string
          updated_at?: string
          venue_hidden?: boolean
          venue_name?: string
          visibility?: string
        }
        Update: {
          address?: string
          cancelled_at?: string | null
          city?: string
          country?: string
          created_at?: string
          description?: string
          doors_at?: string
          dress_code?: string
          ends_at?: string
          fee_bps?: number
          fee_fixed_cents?: number
          genres?: string[]
          id?: string
          id_policy?: string
          image_alt?: string
          image_path?: string | null
          is_test?: boolean
          last_entry_at?: string | null
          latitude?: number | null
          line_up?: NonNullable<Json>
          location_hours?: number | null
          location_reveals_at?: never
          location_visibility?: string
          longitude?: number | null
          max_per_person?: number | null
          min_age?: number
          neighborhood?: string
          previous_starts_at?: string | null
          published_at?: string | null
          reentries?: number
          refund_hours?: number | null
          refund_keeps_fee?: boolean
          refund_kept_percent?: number
          region?: string
          sales_paused_at?: string | null
          series_id?: string | null
          show_going?: boolean
          slug?: string
          starts_at?: string
          status?: string
          status_note?: string
          summary?: string
          tax_bps?: number
          tax_on_fees?: boolean
          ticket_sharing?: string
          time_zone?: string
          title?: string
          updated_at?: string
          venue_hidden?: boolean
          venue_name?: string
          visibility?: string
        }
        Relationships: [
          {
            foreignKeyName: "events_series_id_fkey"
            columns: ["series_id"]
            isOneToOne: false
            referencedRelation: "event_series"
            referencedColumns: ["id"]
          },
        ]
      }
      follows: {
        Row: {
          artist_id: string | null
          created_at: string
          id: string
          series_id: string | null
          subject_id: string
          user_id: string
        }
        Insert: {
          artist_id?: string | null
          created_at?: string
          id?: string
          series_id?: string | null
          subject_id?: never
          user_id: string
        }
        Update: {
          artist_id?: string | null
          created_at?: string
          id?: string
          series_id?: string | null
          subject_id?: never
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "follows_artist_id_fkey"
            columns: ["artist_id"]
            isOneToOne: false
            referencedRelation: "artists"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "follows_series_id_fkey"
            columns: ["series_id"]
            isOneToOne: false
            referencedRelation: "event_series"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "follows_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      fulfilments: {
        Row: {
          cancelled_at: string | null
          created_at: string
          delivery: string | null
          handed_at: string | null
          id: string
          moved_at: string
          order_id: string
          order_line_id: string
          pickup_point_id: string | null
          quantity: number
          replaced_by: string | null
          shipment_id: string | null
          status: string
          told_change_id: string | null
          unclaimed_at: string | null
        }
        Insert: {
          cancelled_at?: string | null
          created_at?: string
          delivery?: string | null
          handed_at?: string | null
          id?: string
          moved_at?: string
          order_id: string
          order_line_id: string
          pickup_point_id?: string | null
          quantity: number
          replaced_by?: string | null
          shipment_id?: string | null
          status?: string
          told_change_id?: string | null
          unclaimed_at?: string | null
        }
        Update: {
          cancelled_at?: string | null
          created_at?: string
          delivery?: string | null
          handed_at?: string | null
          id?: string
          moved_at?: string
          order_id?: string
          order_line_id?: string
          pickup_point_id?: string | null
          quantity?: number
          replaced_by?: string | null
          shipment_id?: string | null
          status?: string
          told_change_id?: string | null
          unclaimed_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "fulfilments_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "fulfilments_order_line_id_fkey"
            columns: ["order_line_id"]
            isOneToOne: false
            referencedRelation: "order_lines"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "fulfilments_pickup_point"
            columns: ["pickup_point_id"]
            isOneToOne: false
            referencedRelation: "pickup_points"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "fulfilments_replaced_by_fkey"
            columns: ["replaced_by"]
            isOneToOne: true
            referencedRelation: "fulfilments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "fulfilments_shipment_id_fkey"
            columns: ["shipment_id"]
            isOneToOne: false
            referencedRelation: "shipments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "fulfilments_told_change_id_fkey"
            columns: ["told_change_id"]
            isOneToOne: false
            referencedRelation: "event_changes"
            referencedColumns: ["id"]
          },
        ]
      }
      guest_list_arrivals: {
        Row: {
          entry_id: string
          event_id: string
          gate: string
          heads: number
          is_late: boolean
          price_cents: number
          scan_id: string
          undone_by_scan: string | null
        }
        Insert: {
          entry_id: string
          event_id: string
          gate?: string
          heads: number
          is_late: boolean
          price_cents: number
          scan_id: string
          undone_by_scan?: string | null
        }
        Update: {
          entry_id?: string
          event_id?: string
          gate?: string
          heads?: number
          is_late?: boolean
          price_cents?: number
          scan_id?: string
          undone_by_scan?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "guest_list_arrivals_entry_id_fkey"
            columns: ["entry_id"]
            isOneToOne: false
            referencedRelation: "guest_list_entries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "guest_list_arrivals_scan_id_fkey"
            columns: ["scan_id"]
            isOneToOne: true
            referencedRelation: "scans"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "guest_list_arrivals_undone_by_scan_fkey"
            columns: ["undone_by_scan"]
            isOneToOne: false
            referencedRelation: "scans"
            referencedColumns: ["id"]
          },
        ]
      }
      guest_list_entries: {
        Row: {
          added_at: string
          added_by: string | null
          arrived: number
          event_id: string
          id: string
          list_id: string
          name: string
          name_key: string | null
          note: string
          plus_ones: number
          removed_at: string | null
          removed_by: string | null
        }
        Insert: {
          added_at?: string
          added_by?: string | null
          arrived?: number
          event_id: string
          id?: string
          list_id: string
          name: string
          name_key?: never
          note?: string
          plus_ones?: number
          removed_at?: string | null
          removed_by?: string | null
        }
        Update: {
          added_at?: string
          added_by?: string | null
          arrived?: number
          event_id?: string
          id?: string
          list_id?: string
          name?: string
          name_key?: never
          note?: string
          plus_ones?: number
          removed_at?: string | null
          removed_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "guest_list_entries_list_id_event_id_fkey"
            columns: ["list_id", "event_id"]
            isOneToOne: false
            referencedRelation: "guest_lists"
            referencedColumns: ["id", "event_id"]
          },
        ]
      }
      guest_list_pairs: {
        Row: {
          decided_at: string
          decided_by: string | null
          first_id: string
          second_id: string
        }
        Insert: {
          decided_at?: string
          decided_by?: string | null
          first_id: string
          second_id: string
        }
        Update: {
          decided_at?: string
          decided_by?: string | null
          first_id?: string
          second_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "guest_list_pairs_first_id_fkey"
            columns: ["first_id"]
            isOneToOne: false
            referencedRelation: "guest_list_entries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "guest_list_pairs_second_id_fkey"
            columns: ["second_id"]
            isOneToOne: false
            referencedRelation: "guest_list_entries"
            referencedColumns: ["id"]
          },
        ]
      }
      guest_lists: {
        Row: {
          allowed: number
          arrived: number
          closes_at: string
          created_at: string
          created_by: string | null
          event_id: string
          growth_arrivals: number | null
          growth_heads: number | null
          heads: number
          id: string
          kind: string
          late_price_cents: number | null
          name: string
          pool_id: string | null
          price_cents: number
          promoter_id: string | null
          quota: number
          quota_most: number | null
          set_aside: number
          updated_at: string
        }
        Insert: {
          allowed: number
          arrived?: number
          closes_at: string
          created_at?: string
          created_by?: string | null
          event_id: string
          growth_arrivals?: number | null
          growth_heads?: number | null
          heads?: number
          id?: string
          kind: string
          late_price_cents?: number | null
          name: string
          pool_id?: string | null
          price_cents?: number
          promoter_id?: string | null
          quota: number
          quota_most?: number | null
          set_aside?: number
          updated_at?: string
        }
        Update: {
          allowed?: number
          arrived?: number
          closes_at?: string
          created_at?: string
          created_by?: string | null
          event_id?: string
          growth_arrivals?: number | null
          growth_heads?: number | null
          heads?: number
          id?: string
          kind?: string
          late_price_cents?: number | null
          name?: string
          pool_id?: string | null
          price_cents?: number
          promoter_id?: string | null
          quota?: number
          quota_most?: number | null
          set_aside?: number
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "guest_lists_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "guest_lists_pool_id_event_id_fkey"
            columns: ["pool_id", "event_id"]
            isOneToOne: false
            referencedRelation: "capacity_pools"
            referencedColumns: ["id", "event_id"]
          },
          {
            foreignKeyName: "guest_lists_promoter_id_fkey"
            columns: ["promoter_id"]
            isOneToOne: false
            referencedRelation: "promoters"
            referencedColumns: ["id"]
          },
        ]
      }
      hold_addresses: {
        Row: {
          city: string
          hold_id: string
          line1: string
          line2: string
          name: string
          postal_code: string
          state: string
        }
        Insert: {
          city: string
          hold_id: string
          line1: string
          line2?: string
          name: string
          postal_code: string
          state: string
        }
        Update: {
          city?: string
          hold_id?: string
          line1?: string
          line2?: string
          name?: string
          postal_code?: string
          state?: string
        }
        Relationships: [
          {
            foreignKeyName: "hold_addresses_hold_id_fkey"
            columns: ["hold_id"]
            isOneToOne: true
            referencedRelation: "holds"
            referencedColumns: ["id"]
          },
        ]
      }
      hold_lines: {
        Row: {
          add_on_id: string | null
          bookable_table_id: string | null
          by_code: boolean | null
          code_units: number
          comp_type_id: string | null
          delivery: string | null
          discount_cents: number
          fee_cents: number
          hold_id: string
          id: string
          item_detail: string
          item_id: string
          item_name: string
          kind: string
          package_id: string | null
          pickup_point_id: string | null
          position: number
          quantity: number
          release_id: string | null
          shipping_zone_id: string | null
          stream_id: string | null
          supplement_id: string | null
          tax_cents: number
          ticket_count: number
          ticket_type_id: string | null
          total_cents: number | null
          unit_face_cents: number
          variant_id: string | null
        }
        Insert: {
          add_on_id?: never
          bookable_table_id?: never
          by_code?: never
          code_units?: number
          comp_type_id?: never
          delivery?: string | null
          discount_cents?: number
          fee_cents: number
          hold_id: string
          id?: string
          item_detail?: string
          item_id: string
          item_name: string
          kind: string
          package_id?: never
          pickup_point_id?: string | null
          position?: number
          quantity: number
          release_id?: string | null
          shipping_zone_id?: never
          stream_id?: never
          supplement_id?: never
          tax_cents: number
          ticket_count?: number
          ticket_type_id?: never
          total_cents?: never
          unit_face_cents: number
          variant_id?: never
        }
        Update: {
          add_on_id?: never
          bookable_table_id?: never
          by_code?: never
          code_units?: number
          comp_type_id?: never
          delivery?: string | null
          discount_cents?: number
          fee_cents?: number
          hold_id?: string
          id?: string
          item_detail?: string
          item_id?: string
          item_name?: string
          kind?: string
          package_id?: never
          pickup_point_id?: string | null
          position?: number
          quantity?: number
          release_id?: string | null
          shipping_zone_id?: never
          stream_id?: never
          supplement_id?: never
          tax_cents?: number
          ticket_count?: number
          ticket_type_id?: never
          total_cents?: never
          unit_face_cents?: number
          variant_id?: never
        }
        Relationships: [
          {
            foreignKeyName: "hold_lines_add_on_id_fkey"
            columns: ["add_on_id"]
            isOneToOne: false
            referencedRelation: "add_ons"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "hold_lines_bookable_table_id_fkey"
            columns: ["bookable_table_id"]
            isOneToOne: false
            referencedRelation: "bookable_tables"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "hold_lines_comp_type_id_fkey"
            columns: ["comp_type_id"]
            isOneToOne: false
            referencedRelation: "ticket_types"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "hold_lines_hold_id_fkey"
            columns: ["hold_id"]
            isOneToOne: false
            referencedRelation: "holds"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "hold_lines_package_id_fkey"
            columns: ["package_id"]
            isOneToOne: false
            referencedRelation: "packages"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "hold_lines_pickup_point_id_fkey"
            columns: ["pickup_point_id"]
            isOneToOne: false
            referencedRelation: "pickup_points"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "hold_lines_release_id_fkey"
            columns: ["release_id"]
            isOneToOne: false
            referencedRelation: "price_releases"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "hold_lines_shipping_zone_id_fkey"
            columns: ["shipping_zone_id"]
            isOneToOne: false
            referencedRelation: "shipping_zones"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "hold_lines_stream_id_fkey"
            columns: ["stream_id"]
            isOneToOne: false
            referencedRelation: "streams"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "hold_lines_supplement_id_fkey"
            columns: ["supplement_id"]
            isOneToOne: false
            referencedRelation: "ticket_supplements"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "hold_lines_ticket_type_id_fkey"
            columns: ["ticket_type_id"]
            isOneToOne: false
            referencedRelation: "ticket_types"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "hold_lines_variant_id_fkey"
            columns: ["variant_id"]
            isOneToOne: false
            referencedRelation: "product_variants"
            referencedColumns: ["id"]
          },
        ]
      }
      holds: {
        Row: {
          block_units: number
          code_id: string | null
          code_units: number
          created_at: string
          event_id: string | null
          expires_at: string
          id: string
          kind: string
          network: string | null
          owner_id: string | null
          pinned_at: string | null
          status: string
        }
        Insert: {
          block_units?: number
          code_id?: string | null
          code_units?: number
          created_at?: string
          event_id?: string | null
          expires_at: string
          id?: string
          kind?: string
          network?: string | null
          owner_id?: string | null
          pinned_at?: string | null
          status?: string
        }
        Update: {
          block_units?: number
          code_id?: string | null
          code_units?: number
          created_at?: string
          event_id?: string | null
          expires_at?: string
          id?: string
          kind?: string
          network?: string | null
          owner_id?: string | null
          pinned_at?: string | null
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: "holds_code_id_fkey"
            columns: ["code_id"]
            isOneToOne: false
            referencedRelation: "promo_codes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "holds_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
        ]
      }
      ledger_entries: {
        Row: {
          actor_id: string | null
          booked_at: string
          cents: number
          currency: string
          event_id: string | null
          id: number
          is_test: boolean
          item_kind: string | null
          kind: string
          occurred_at: string
          order_id: string
          order_line_id: string | null
          part: string
          payment_id: string | null
          reason: string | null
          source_id: string
        }
        Insert: {
          actor_id?: string | null
          booked_at: string
          cents: number
          currency: string
          event_id?: string | null
          id?: never
          is_test: boolean
          item_kind?: string | null
          kind: string
          occurred_at: string
          order_id: string
          order_line_id?: string | null
          part: string
          payment_id?: string | null
          reason?: string | null
          source_id: string
        }
        Update: {
          actor_id?: string | null
          booked_at?: string
          cents?: number
          currency?: string
          event_id?: string | null
          id?: never
          is_test?: boolean
          item_kind?: string | null
          kind?: string
          occurred_at?: string
          order_id?: string
          order_line_id?: string | null
          part?: string
          payment_id?: string | null
          reason?: string | null
          source_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "ledger_entries_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      line_kinds: {
        Row: {
          admits: boolean
          catalogue: string
          counts_to_limit: boolean
          display_order: number
          ends_when_refunded: boolean
          ends_with_tickets: boolean
          follows_delivery: boolean
          has_releases: boolean
          is_bundle: boolean
          is_chosen: boolean
          is_delivery_charge: boolean
          is_discountable: boolean
          is_extra: boolean
          is_given: boolean
          is_handed_at_event: boolean
          is_merchandise: boolean
          is_unique: boolean
          kind: string
          needs_event: boolean
          reference: string
        }
        Insert: {
          admits?: boolean
          catalogue: string
          counts_to_limit?: boolean
          display_order?: number
          ends_when_refunded?: boolean
          ends_with_tickets?: boolean
          follows_delivery?: never
          has_releases?: boolean
          is_bundle?: boolean
          is_chosen?: boolean
          is_delivery_charge?: boolean
          is_discountable?: boolean
          is_extra?: boolean
          is_given?: boolean
          is_handed_at_event?: boolean
          is_merchandise?: boolean
          is_unique?: boolean
          kind: string
          needs_event?: boolean
          reference: string
        }
        Update: {
          admits?: boolean
          catalogue?: string
          counts_to_limit?: boolean
          display_order?: number
          ends_when_refunded?: boolean
          ends_with_tickets?: boolean
          follows_delivery?: never
          has_releases?: boolean
          is_bundle?: boolean
          is_chosen?: boolean
          is_delivery_charge?: boolean
          is_discountable?: boolean
          is_extra?: boolean
          is_given?: boolean
          is_handed_at_event?: boolean
          is_merchandise?: boolean
          is_unique?: boolean
          kind?: string
          needs_event?: boolean
          reference?: string
        }
        Relationships: []
      }
      notifications: {
        Row: {
          about_id: string | null
          actor_id: string | null
          created_at: string
          event_id: string | null
          facts: NonNullable<Json>
          id: string
          is_withdrawn: boolean
          kind: string
          post_id: string | null
          read_at: string | null
          subject_id: string | null
          user_id: string
        }
        Insert: {
          about_id?: string | null
          actor_id?: string | null
          created_at?: string
          event_id?: string | null
          facts?: NonNullable<Json>
          id?: string
          is_withdrawn?: boolean
          kind: string
          post_id?: string | null
          read_at?: string | null
          subject_id?: string | null
          user_id: string
        }
        Update: {
          about_id?: string | null
          actor_id?: string | null
          created_at?: string
          event_id?: string | null
          facts?: NonNullable<Json>
          id?: string
          is_withdrawn?: boolean
          kind?: string
          post_id?: string | null
          read_at?: string | null
          subject_id?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "notifications_actor_id_fkey"
            columns: ["actor_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "notifications_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "notifications_post_id_fkey"
            columns: ["post_id"]
            isOneToOne: false
            referencedRelation: "posts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "notifications_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      order_addresses: {
        Row: {
          city: string
          line1: string
          line2: string
          name: string
          order_id: string
          postal_code: string
          state: string
        }
        Insert: {
          city: string
          line1: string
          line2?: string
          name: string
          order_id: string
          postal_code: string
          state: string
        }
        Update: {
          city?: string
          line1?: string
          line2?: string
          name?: string
          order_id?: string
          postal_code?: string
          state?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_addresses_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: true
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_lines: {
        Row: {
          add_on_id: string | null
          bookable_table_id: string | null
          by_code: boolean | null
          code_units: number
          comp_type_id: string | null
          delivery: string | null
          discount_cents: number
          fee_cents: number
          final_sale: boolean
          id: string
          item_detail: string
          item_id: string
          item_name: string
          kind: string
          order_id: string
          package_id: string | null
          pickup_point_id: string | null
          position: number
          quantity: number
          release_id: string | null
          shipping_zone_id: string | null
          stream_id: string | null
          supplement_id: string | null
          tax_cents: number
          ticket_count: number
          ticket_type_id: string | null
          total_cents: number | null
          unit_face_cents: number
          variant_id: string | null
        }
        Insert: {
          add_on_id?: never
          bookable_table_id?: never
          by_code?: never
          code_units?: number
          comp_type_id?: never
          delivery?: string | null
          discount_cents?: number
          fee_cents: number
          final_sale?: boolean
          id?: string
          item_detail?: string
          item_id: string
          item_name: string
          kind: string
          order_id: string
          package_id?: never
          pickup_point_id?: string | null
          position?: number
          quantity: number
          release_id?: string | null
          shipping_zone_id?: never
          stream_id?: never
          supplement_id?: never
          tax_cents: number
          ticket_count?: number
          ticket_type_id?: never
          total_cents?: never
          unit_face_cents: number
          variant_id?: never
        }
        Update: {
          add_on_id?: never
          bookable_table_id?: never
          by_code?: never
          code_units?: number
          comp_type_id?: never
          delivery?: string | null
          discount_cents?: number
          fee_cents?: number
          final_sale?: boolean
          id?: string
          item_detail?: string
          item_id?: string
          item_name?: string
          kind?: string
          order_id?: string
          package_id?: never
          pickup_point_id?: string | null
          position?: number
          quantity?: number
          release_id?: string | null
          shipping_zone_id?: never
          stream_id?: never
          supplement_id?: never
          tax_cents?: number
          ticket_count?: number
          ticket_type_id?: never
          total_cents?: never
          unit_face_cents?: number
          variant_id?: never
        }
        Relationships: [
          {
            foreignKeyName: "order_lines_add_on_id_fkey"
            columns: ["add_on_id"]
            isOneToOne: false
            referencedRelation: "add_ons"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_lines_bookable_table_id_fkey"
            columns: ["bookable_table_id"]
            isOneToOne: false
            referencedRelation: "bookable_tables"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_lines_comp_type_id_fkey"
            columns: ["comp_type_id"]
            isOneToOne: false
            referencedRelation: "ticket_types"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_lines_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_lines_package_id_fkey"
            columns: ["package_id"]
            isOneToOne: false
            referencedRelation: "packages"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_lines_pickup_point_id_fkey"
            columns: ["pickup_point_id"]
            isOneToOne: false
            referencedRelation: "pickup_points"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_lines_release_id_fkey"
            columns: ["release_id"]
            isOneToOne: false
            referencedRelation: "price_releases"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_lines_shipping_zone_id_fkey"
            columns: ["shipping_zone_id"]
            isOneToOne: false
            referencedRelation: "shipping_zones"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_lines_stream_id_fkey"
            columns: ["stream_id"]
            isOneToOne: false
            referencedRelation: "streams"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_lines_supplement_id_fkey"
            columns: ["supplement_id"]
            isOneToOne: false
            referencedRelation: "ticket_supplements"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_lines_ticket_type_id_fkey"
            columns: ["ticket_type_id"]
            isOneToOne: false
            referencedRelation: "ticket_types"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_lines_variant_id_fkey"
            columns: ["variant_id"]
            isOneToOne: false
            referencedRelation: "product_variants"
            referencedColumns: ["id"]
          },
        ]
      }
      order_notes: {
        Row: {
          author_id: string | null
          created_at: string
          id: string
          order_id: string
          text: string
        }
        Insert: {
          author_id?: string | null
          created_at?: string
          id?: string
          order_id: string
          text: string
        }
        Update: {
          author_id?: string | null
          created_at?: string
          id?: string
          order_id?: string
          text?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_notes_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      orders: {
        Row: {
          cancelled_at: string | null
          code: string
          code_id: string | null
          code_units: number
          created_at: string
          currency: string
          discount_cents: number
          dispute_status: string
          email: string
          email_key: string | null
          event_id: string | null
          face_cents: number
          fee_cents: number
          fee_is_taxed: boolean
          hold_id: string | null
          id: string
          is_test: boolean
          late_rescue: boolean
          marketing_consent: boolean
          name: string
          owner_id: string | null
          paid_at: string | null
          phone: string | null
          phone_key: string | null
          refund_hours: number | null
          refund_keeps_fee: boolean
          refund_kept_percent: number
          refund_until: string | null
          refunded_cents: number
          search_key: string | null
          status: string
          supplement_of: string | null
          tax_cents: number
          terms_accepted_at: string
          terms_version: string
          total_cents: number
        }
        Insert: {
          cancelled_at?: string | null
          code: string
          code_id?: string | null
          code_units?: number
          created_at?: string
          currency: string
          discount_cents?: number
          dispute_status?: string
          email: string
          email_key?: never
          event_id?: string | null
          face_cents: number
          fee_cents: number
          fee_is_taxed?: boolean
          hold_id?: string | null
          id?: string
          is_test?: boolean
          late_rescue?: boolean
          marketing_consent?: boolean
          name: string
          owner_id?: string | null
          paid_at?: string | null
          phone?: string | null
          phone_key?: never
          refund_hours?: number | null
          refund_keeps_fee?: boolean
          refund_kept_percent?: number
          refund_until?: string | null
          refunded_cents?: number
          search_key?: never
          status: string
          supplement_of?: string | null
          tax_cents: number
          terms_accepted_at: string
          terms_version: string
          total_cents: number
        }
        Update: {
          cancelled_at?: string | null
          code?: string
          code_id?: string | null
          code_units?: number
          created_at?: string
          currency?: string
          discount_cents?: number
          dispute_status?: string
          email?: string
          email_key?: never
          event_id?: string | null
          face_cents?: number
          fee_cents?: number
          fee_is_taxed?: boolean
          hold_id?: string | null
          id?: string
          is_test?: boolean
          late_rescue?: boolean
          marketing_consent?: boolean
          name?: string
          owner_id?: string | null
          paid_at?: string | null
          phone?: string | null
          phone_key?: never
          refund_hours?: number | null
          refund_keeps_fee?: boolean
          refund_kept_percent?: number
          refund_until?: string | null
          refunded_cents?: number
          search_key?: never
          status?: string
          supplement_of?: string | null
          tax_cents?: number
          terms_accepted_at?: string
          terms_version?: string
          total_cents?: number
        }
        Relationships: [
          {
            foreignKeyName: "orders_code_id_fkey"
            columns: ["code_id"]
            isOneToOne: false
            referencedRelation: "promo_codes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "orders_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "orders_hold_id_fkey"
            columns: ["hold_id"]
            isOneToOne: false
            referencedRelation: "holds"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "orders_supplement_of_fkey"
            columns: ["supplement_of"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      package_components: {
        Row: {
          event_id: string
          package_id: string
          ticket_type_id: string
          units: number
        }
        Insert: {
          event_id: string
          package_id: string
          ticket_type_id: string
          units: number
        }
        Update: {
          event_id?: string
          package_id?: string
          ticket_type_id?: string
          units?: number
        }
        Relationships: [
          {
            foreignKeyName: "package_components_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "package_components_package_id_event_id_fkey"
            columns: ["package_id", "event_id"]
            isOneToOne: false
            referencedRelation: "packages"
            referencedColumns: ["id", "event_id"]
          },
          {
            foreignKeyName: "package_components_ticket_type_id_event_id_fkey"
            columns: ["ticket_type_id", "event_id"]
            isOneToOne: false
            referencedRelation: "ticket_types"
            referencedColumns: ["id", "event_id"]
          },
        ]
      }
      packages: {
        Row: {
          archived_at: string | null
          created_at: string
          description: string
          event_id: string
          id: string
          max_per_order: number
          name: string
          paused_at: string | null
          position: number
          price_cents: number
          sale_ends_at: string | null
          sale_starts_at: string | null
          visibility: string
        }
        Insert: {
          archived_at?: string | null
          created_at?: string
          description?: string
          event_id: string
          id?: string
          max_per_order?: number
          name: string
          paused_at?: string | null
          position?: number
          price_cents: number
          sale_ends_at?: string | null
          sale_starts_at?: string | null
          visibility?: string
        }
        Update: {
          archived_at?: string | null
          created_at?: string
          description?: string
          event_id?: string
          id?: string
          max_per_order?: number
          name?: string
          paused_at?: string | null
          position?: number
          price_cents?: number
          sale_ends_at?: string | null
          sale_starts_at?: string | null
          visibility?: string
        }
        Relationships: [
          {
            foreignKeyName: "packages_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
        ]
      }
      payments: {
        Row: {
          amount_cents: number
          attempt: number
          card_brand: string | null
          card_fingerprint: string | null
          card_last4: string | null
          closed_at: string | null
          created_at: string
          currency: string
          failure_code: string | null
          id: string
          left_cents: number
          looked_up_at: string | null
          order_id: string
          provider: string
          provider_ref: string | null
          refunded_cents: number
          settled_at: string | null
          status: string
          updated_at: string
        }
        Insert: {
          amount_cents: number
          attempt: number
          card_brand?: string | null
          card_fingerprint?: string | null
          card_last4?: string | null
          closed_at?: string | null
          created_at?: string
          currency: string
          failure_code?: string | null
          id?: string
          left_cents?: never
          looked_up_at?: string | null
          order_id: string
          provider: string
          provider_ref?: string | null
          refunded_cents?: number
          settled_at?: string | null
          status?: string
          updated_at?: string
        }
        Update: {
          amount_cents?: number
          attempt?: number
          card_brand?: string | null
          card_fingerprint?: string | null
          card_last4?: string | null
          closed_at?: string | null
          created_at?: string
          currency?: string
          failure_code?: string | null
          id?: string
          left_cents?: never
          looked_up_at?: string | null
          order_id?: string
          provider?: string
          provider_ref?: string | null
          refunded_cents?: number
          settled_at?: string | null
          status?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "payments_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      person_blocks: {
        Row: {
          created_at: string
          kind: string
          other_id: string
          user_id: string
        }
        Insert: {
          created_at?: string
          kind: string
          other_id: string
          user_id: string
        }
        Update: {
          created_at?: string
          kind?: string
          other_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "person_blocks_other_id_fkey"
            columns: ["other_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "person_blocks_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      person_follows: {
        Row: {
          created_at: string
          followed_id: string
          follower_id: string
        }
        Insert: {
          created_at?: string
          followed_id: string
          follower_id: string
        }
        Update: {
          created_at?: string
          followed_id?: string
          follower_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "person_follows_followed_id_fkey"
            columns: ["followed_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "person_follows_follower_id_fkey"
            columns: ["follower_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      person_notes: {
        Row: {
          author_id: string | null
          created_at: string
          id: string
          text: string
          user_id: string
        }
        Insert: {
          author_id?: string | null
          created_at?: string
          id?: string
          text: string
          user_id: string
        }
        Update: {
          author_id?: string | null
          created_at?: string
          id?: string
          text?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "person_notes_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      pickup_points: {
        Row: {
          address: string
          archived_at: string | null
          closes_at: string | null
          created_at: string
          event_id: string | null
          id: string
          kind: string
          name: string
          opens_at: string | null
          place_id: string | null
          postal_code: string
          state: string
          version: number
        }
        Insert: {
          address?: string
          archived_at?: string | null
          closes_at?: string | null
          created_at?: string
          event_id?: string | null
          id?: string
          kind: string
          name: string
          opens_at?: string | null
          place_id?: string | null
          postal_code: string
          state: string
          version?: number
        }
        Update: {
          address?: string
          archived_at?: string | null
          closes_at?: string | null
          created_at?: string
          event_id?: string | null
          id?: string
          kind?: string
          name?: string
          opens_at?: string | null
          place_id?: string | null
          postal_code?: string
          state?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "pickup_points_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "pickup_points_place"
            columns: ["place_id"]
            isOneToOne: false
            referencedRelation: "stock_places"
            referencedColumns: ["id"]
          },
        ]
      }
      post_counts: {
        Row: {
          comments: number
          post_id: string
          reactions: NonNullable<Json>
        }
        Insert: {
          comments?: number
          post_id: string
          reactions?: NonNullable<Json>
        }
        Update: {
          comments?: number
          post_id?: string
          reactions?: NonNullable<Json>
        }
        Relationships: [
          {
            foreignKeyName: "post_counts_post_id_fkey"
            columns: ["post_id"]
            isOneToOne: true
            referencedRelation: "posts"
            referencedColumns: ["id"]
          },
        ]
      }
      post_links: {
        Row: {
          description: string | null
          fetched_at: string | null
          post_id: string
          site: string | null
          title: string | null
          url: string
        }
        Insert: {
          description?: string | null
          fetched_at?: string | null
          post_id: string
          site?: string | null
          title?: string | null
          url: string
        }
        Update: {
          description?: string | null
          fetched_at?: string | null
          post_id?: string
          site?: string | null
          title?: string | null
          url?: string
        }
        Relationships: [
          {
            foreignKeyName: "post_links_post_id_fkey"
            columns: ["post_id"]
            isOneToOne: true
            referencedRelation: "posts"
            referencedColumns: ["id"]
          },
        ]
      }
      post_mentions: {
        Row: {
          post_id: string
          told_at: string | null
          user_id: string
        }
        Insert: {
          post_id: string
          told_at?: string | null
          user_id: string
        }
        Update: {
          post_id?: string
          told_at?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "post_mentions_post_id_fkey"
            columns: ["post_id"]
            isOneToOne: false
            referencedRelation: "posts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "post_mentions_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      post_pictures: {
        Row: {
          alt: string
          height: number
          picture_name: string
          position: number
          post_id: string
          width: number
        }
        Insert: {
          alt?: string
          height: number
          picture_name: string
          position: number
          post_id: string
          width: number
        }
        Update: {
          alt?: string
          height?: number
          picture_name?: string
          position?: number
          post_id?: string
          width?: number
        }
        Relationships: [
          {
            foreignKeyName: "post_pictures_post_id_fkey"
            columns: ["post_id"]
            isOneToOne: false
            referencedRelation: "posts"
            referencedColumns: ["id"]
          },
        ]
      }
      post_reactions: {
        Row: {
          created_at: string
          post_id: string
          reaction: string
          user_id: string
        }
        Insert: {
          created_at?: string
          post_id: string
          reaction: string
          user_id: string
        }
        Update: {
          created_at?: string
          post_id?: string
          reaction?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "post_reactions_post_id_fkey"
            columns: ["post_id"]
            isOneToOne: false
            referencedRelation: "posts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "post_reactions_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      post_reports: {
        Row: {
          case_id: string
          created_at: string
          id: string
          note: string | null
          post_id: string
          reason: string
          reporter_id: string
          state: string
          weight: number
        }
        Insert: {
          case_id: string
          created_at?: string
          id?: string
          note?: string | null
          post_id: string
          reason: string
          reporter_id: string
          state?: string
          weight: number
        }
        Update: {
          case_id?: string
          created_at?: string
          id?: string
          note?: string | null
          post_id?: string
          reason?: string
          reporter_id?: string
          state?: string
          weight?: number
        }
        Relationships: [
          {
            foreignKeyName: "post_reports_post_id_fkey"
            columns: ["post_id"]
            isOneToOne: false
            referencedRelation: "posts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "post_reports_reporter_id_fkey"
            columns: ["reporter_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      posts: {
        Row: {
          author_active: boolean
          author_id: string | null
          body: string
          created_at: string
          edited_at: string | null
          event_id: string | null
          id: string
          is_official: boolean
          locked_at: string | null
          pinned_at: string | null
          post_id: string | null
          repaired_at: string | null
          reply_to: string | null
          status: string
          status_at: string
          topic: string | null
          version: number
        }
        Insert: {
          author_active?: boolean
          author_id?: string | null
          body: string
          created_at?: string
          edited_at?: string | null
          event_id?: string | null
          id?: string
          is_official?: boolean
          locked_at?: string | null
          pinned_at?: string | null
          post_id?: string | null
          repaired_at?: string | null
          reply_to?: string | null
          status?: string
          status_at?: string
          topic?: string | null
          version?: number
        }
        Update: {
          author_active?: boolean
          author_id?: string | null
          body?: string
          created_at?: string
          edited_at?: string | null
          event_id?: string | null
          id?: string
          is_official?: boolean
          locked_at?: string | null
          pinned_at?: string | null
          post_id?: string | null
          repaired_at?: string | null
          reply_to?: string | null
          status?: string
          status_at?: string
          topic?: string | null
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "posts_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "posts_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "posts_post_id_fkey"
            columns: ["post_id"]
            isOneToOne: false
            referencedRelation: "posts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "posts_reply"
            columns: ["reply_to", "post_id"]
            isOneToOne: false
            referencedRelation: "posts"
            referencedColumns: ["id", "post_id"]
          },
        ]
      }
      price_releases: {
        Row: {
          created_at: string
          ends_at: string | null
          face_cents: number
          held: number
          id: string
          name: string
          position: number
          quantity: number | null
          sold: number
          ticket_type_id: string
        }
        Insert: {
          created_at?: string
          ends_at?: string | null
          face_cents: number
          held?: number
          id?: string
          name: string
          position?: number
          quantity?: number | null
          sold?: number
          ticket_type_id: string
        }
        Update: {
          created_at?: string
          ends_at?: string | null
          face_cents?: number
          held?: number
          id?: string
          name?: string
          position?: number
          quantity?: number | null
          sold?: number
          ticket_type_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "price_releases_ticket_type_id_fkey"
            columns: ["ticket_type_id"]
            isOneToOne: false
            referencedRelation: "ticket_types"
            referencedColumns: ["id"]
          },
        ]
      }
      price_rules: {
        Row: {
          archived_at: string | null
          collection_id: string | null
          created_at: string
          id: string
          name: string
          percent: number
          version: number
        }
        Insert: {
          archived_at?: string | null
          collection_id?: string | null
          created_at?: string
          id?: string
          name: string
          percent: number
          version?: number
        }
        Update: {
          archived_at?: string | null
          collection_id?: string | null
          created_at?: string
          id?: string
          name?: string
          percent?: number
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "price_rules_collection_id_fkey"
            columns: ["collection_id"]
            isOneToOne: false
            referencedRelation: "product_collections"
            referencedColumns: ["id"]
          },
        ]
      }
      product_collection_items: {
        Row: {
          collection_id: string
          position: number
          product_id: string
        }
        Insert: {
          collection_id: string
          position?: number
          product_id: string
        }
        Update: {
          collection_id?: string
          position?: number
          product_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "product_collection_items_collection_id_fkey"
            columns: ["collection_id"]
            isOneToOne: false
            referencedRelation: "product_collections"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_collection_items_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      product_collections: {
        Row: {
          archived_at: string | null
          created_at: string
          id: string
          name: string
          position: number
          slug: string
          version: number
        }
        Insert: {
          archived_at?: string | null
          created_at?: string
          id?: string
          name: string
          position?: number
          slug: string
          version?: number
        }
        Update: {
          archived_at?: string | null
          created_at?: string
          id?: string
          name?: string
          position?: number
          slug?: string
          version?: number
        }
        Relationships: []
      }
      product_pictures: {
        Row: {
          created_at: string
          id: string
          image_alt: string
          image_path: string
          option_value: string | null
          position: number
          product_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          image_alt: string
          image_path: string
          option_value?: string | null
          position: number
          product_id: string
        }
        Update: {
          created_at?: string
          id?: string
          image_alt?: string
          image_path?: string
          option_value?: string | null
          position?: number
          product_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "product_pictures_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      product_variants: {
        Row: {
          archived_at: string | null
          created_at: string
          held: number
          id: string
          low_since: string | null
          low_stock_at: number | null
          name: string
          option_values: string[]
          position: number
          price_cents: number
          product_id: string
          sku: string
          sold: number
          stock: number
          weight_grams: number
        }
        Insert: {
          archived_at?: string | null
          created_at?: string
          held?: number
          id?: string
          low_since?: string | null
          low_stock_at?: number | null
          name?: string
          option_values?: string[]
          position?: number
          price_cents: number
          product_id: string
          sku: string
          sold?: number
          stock?: number
          weight_grams?: number
        }
        Update: {
          archived_at?: string | null
          created_at?: string
          held?: number
          id?: string
          low_since?: string | null
          low_stock_at?: number | null
          name?: string
          option_values?: string[]
          position?: number
          price_cents?: number
          product_id?: string
          sku?: string
          sold?: number
          stock?: number
          weight_grams?: number
        }
        Relationships: [
          {
            foreignKeyName: "product_variants_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      products: {
        Row: {
          created_at: string
          description: string
          drop_at: string | null
          final_sale: boolean
          id: string
          image_alt: string
          image_path: string | null
          max_per_person: number | null
          members_minutes: number
          name: string
          options: NonNullable<Json>
          position: number
          price_cents: number
          size_chart: Json | null
          slug: string
          status: string
          summary: string
          tax_class: string
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          description?: string
          drop_at?: string | null
          final_sale?: boolean
          id?: string
          image_alt?: string
          image_path?: string | null
          max_per_person?: number | null
          members_minutes?: number
          name: string
          options?: NonNullable<Json>
          position?: number
          price_cents: number
          size_chart?: Json | null
          slug: string
          status?: string
          summary?: string
          tax_class?: string
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          description?: string
          drop_at?: string | null
          final_sale?: boolean
          id?: string
          image_alt?: string
          image_path?: string | null
          max_per_person?: number | null
          members_minutes?: number
          name?: string
          options?: NonNullable<Json>
          position?: number
          price_cents?: number
          size_chart?: Json | null
          slug?: string
          status?: string
          summary?: string
          tax_class?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      profiles: {
        Row: {
          analytics_allowed: boolean | null
          avatar_path: string | null
          badges_public: boolean
          bio: string
          card_public: boolean
          city: string
          created_at: string
          deactivated_at: string | null
          display_name: string
          email_verified_at: string | null
          id: string
          sanction: string | null
          suspended_until: string | null
          username: string | null
        }
        Insert: {
          analytics_allowed?: boolean | null
          avatar_path?: string | null
          badges_public?: boolean
          bio?: string
          card_public?: boolean
          city?: string
          created_at?: string
          deactivated_at?: string | null
          display_name: string
          email_verified_at?: string | null
          id: string
          sanction?: string | null
          suspended_until?: string | null
          username?: string | null
        }
        Update: {
          analytics_allowed?: boolean | null
          avatar_path?: string | null
          badges_public?: boolean
          bio?: string
          card_public?: boolean
          city?: string
          created_at?: string
          deactivated_at?: string | null
          display_name?: string
          email_verified_at?: string | null
          id?: string
          sanction?: string | null
          suspended_until?: string | null
          username?: string | null
        }
        Relationships: []
      }
      promo_code_goods: {
        Row: {
          code_id: string
          collection_id: string | null
          id: string
          product_id: string | null
        }
        Insert: {
          code_id: string
          collection_id?: string | null
          id?: string
          product_id?: string | null
        }
        Update: {
          code_id?: string
          collection_id?: string | null
          id?: string
          product_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "promo_code_goods_code_id_fkey"
            columns: ["code_id"]
            isOneToOne: false
            referencedRelation: "promo_codes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "promo_code_goods_collection_id_fkey"
            columns: ["collection_id"]
            isOneToOne: false
            referencedRelation: "product_collections"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "promo_code_goods_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      promo_code_items: {
        Row: {
          add_on_id: string | null
          bookable_table_id: string | null
          code_id: string
          comp_type_id: string | null
          id: string
          item_id: string
          kind: string
          package_id: string | null
          shipping_zone_id: string | null
          stream_id: string | null
          supplement_id: string | null
          ticket_type_id: string | null
          variant_id: string | null
        }
        Insert: {
          add_on_id?: never
          bookable_table_id?: never
          code_id: string
          comp_type_id?: never
          id?: string
          item_id: string
          kind: string
          package_id?: never
          shipping_zone_id?: never
          stream_id?: never
          supplement_id?: never
          ticket_type_id?: never
          variant_id?: never
        }
        Update: {
          add_on_id?: never
          bookable_table_id?: never
          code_id?: string
          comp_type_id?: never
          id?: string
          item_id?: string
          kind?: string
          package_id?: never
          shipping_zone_id?: never
          stream_id?: never
          supplement_id?: never
          ticket_type_id?: never
          variant_id?: never
        }
        Relationships: [
          {
            foreignKeyName: "promo_code_items_add_on_id_fkey"
            columns: ["add_on_id"]
            isOneToOne: false
            referencedRelation: "add_ons"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "promo_code_items_bookable_table_id_fkey"
            columns: ["bookable_table_id"]
            isOneToOne: false
            referencedRelation: "bookable_tables"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "promo_code_items_code_id_fkey"
            columns: ["code_id"]
            isOneToOne: false
            referencedRelation: "promo_codes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "promo_code_items_comp_type_id_fkey"
            columns: ["comp_type_id"]
            isOneToOne: false
            referencedRelation: "ticket_types"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "promo_code_items_package_id_fkey"
            columns: ["package_id"]
            isOneToOne: false
            referencedRelation: "packages"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "promo_code_items_shipping_zone_id_fkey"
            columns: ["shipping_zone_id"]
            isOneToOne: false
            referencedRelation: "shipping_zones"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "promo_code_items_stream_id_fkey"
            columns: ["stream_id"]
            isOneToOne: false
            referencedRelation: "streams"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "promo_code_items_supplement_id_fkey"
            columns: ["supplement_id"]
            isOneToOne: false
            referencedRelation: "ticket_supplements"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "promo_code_items_ticket_type_id_fkey"
            columns: ["ticket_type_id"]
            isOneToOne: false
            referencedRelation: "ticket_types"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "promo_code_items_variant_id_fkey"
            columns: ["variant_id"]
            isOneToOne: false
            referencedRelation: "product_variants"
            referencedColumns: ["id"]
          },
        ]
      }
      promo_codes: {
        Row: {
          amount_cents: number | null
          archived_at: string | null
          block_ends_at: string | null
          block_left: number
          block_pool_id: string | null
          budget_cents: number | null
          cents_held: number
          cents_used: number
          code: string
          created_at: string
          early_access_at: string | null
          effect: string
          ends_at: string | null
          event_id: string | null
          goods: string
          id: string
          kinds: string[] | null
          label: string
          max_orders: number | null
          max_per_person: number | null
          max_units: number | null
          max_units_per_order: number | null
          min_goods_cents: number | null
          orders_held: number
          orders_used: number
          paused_at: string | null
          percent: number | null
          promoter_id: string | null
          starts_at: string | null
          units_held: number
          units_used: number
          updated_at: string
        }
        Insert: {
          amount_cents?: number | null
          archived_at?: string | null
          block_ends_at?: string | null
          block_left?: number
          block_pool_id?: string | null
          budget_cents?: number | null
          cents_held?: number
          cents_used?: number
          code: string
          created_at?: string
          early_access_at?: string | null
          effect: string
          ends_at?: string | null
          event_id?: string | null
          goods?: string
          id?: string
          kinds?: string[] | null
          label?: string
          max_orders?: number | null
          max_per_person?: number | null
          max_units?: number | null
          max_units_per_order?: number | null
          min_goods_cents?: number | null
          orders_held?: number
          orders_used?: number
          paused_at?: string | null
          percent?: number | null
          promoter_id?: string | null
          starts_at?: string | null
          units_held?: number
          units_used?: number
          updated_at?: string
        }
        Update: {
          amount_cents?: number | null
          archived_at?: string | null
          block_ends_at?: string | null
          block_left?: number
          block_pool_id?: string | null
          budget_cents?: number | null
          cents_held?: number
          cents_used?: number
          code?: string
          created_at?: string
          early_access_at?: string | null
          effect?: string
          ends_at?: string | null
          event_id?: string | null
          goods?: string
          id?: string
          kinds?: string[] | null
          label?: string
          max_orders?: number | null
          max_per_person?: number | null
          max_units?: number | null
          max_units_per_order?: number | null
          min_goods_cents?: number | null
          orders_held?: number
          orders_used?: number
          paused_at?: string | null
          percent?: number | null
          promoter_id?: string | null
          starts_at?: string | null
          units_held?: number
          units_used?: number
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "promo_codes_block_pool_id_event_id_fkey"
            columns: ["block_pool_id", "event_id"]
            isOneToOne: false
            referencedRelation: "capacity_pools"
            referencedColumns: ["id", "event_id"]
          },
          {
            foreignKeyName: "promo_codes_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "promo_codes_promoter_id_fkey"
            columns: ["promoter_id"]
            isOneToOne: false
            referencedRelation: "promoters"
            referencedColumns: ["id"]
          },
        ]
      }
      promoters: {
        Row: {
          created_at: string
          created_by: string | null
          email: string | null
          id: string
          name: string
          user_id: string | null
        }
        Insert: {
          created_at?: string
          created_by?: string | null
          email?: string | null
          id?: string
          name: string
          user_id?: string | null
        }
        Update: {
          created_at?: string
          created_by?: string | null
          email?: string | null
          id?: string
          name?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "promoters_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      refund_items: {
        Row: {
          amount_cents: number
          kept_cents: number
          refund_id: string
          ticket_id: string
        }
        Insert: {
          amount_cents: number
          kept_cents?: number
          refund_id: string
          ticket_id: string
        }
        Update: {
          amount_cents?: number
          kept_cents?: number
          refund_id?: string
          ticket_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "refund_items_refund_id_fkey"
            columns: ["refund_id"]
            isOneToOne: false
            referencedRelation: "refunds"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "refund_items_ticket_id_fkey"
            columns: ["ticket_id"]
            isOneToOne: false
            referencedRelation: "tickets"
            referencedColumns: ["id"]
          },
        ]
      }
      refunds: {
        Row: {
          amount_cents: number
          created_at: string
          currency: string
          decided_at: string | null
          decided_by: string | null
          decision: string | null
          endorsed_by: string | null
          finished_at: string | null
          id: string
          kept_cents: number
          kind: string
          last_error: string | null
          line_cents: number[] | null
          line_ids: string[] | null
          manual_by: string | null
          manual_method: string | null
          manual_reason: string | null
          manual_reference: string | null
          notify: boolean
          order_id: string
          override_inside: boolean
          payment_id: string
          provider_ref: string | null
          reason: string
          requested_by: string | null
          restock: boolean
          status: string
          ticket_ids: string[] | null
          void_tickets: boolean
        }
        Insert: {
          amount_cents: number
          created_at?: string
          currency: string
          decided_at?: string | null
          decided_by?: string | null
          decision?: string | null
          endorsed_by?: string | null
          finished_at?: string | null
          id?: string
          kept_cents?: number
          kind?: string
          last_error?: string | null
          line_cents?: number[] | null
          line_ids?: string[] | null
          manual_by?: string | null
          manual_method?: string | null
          manual_reason?: string | null
          manual_reference?: string | null
          notify?: boolean
          order_id: string
          override_inside?: boolean
          payment_id: string
          provider_ref?: string | null
          reason: string
          requested_by?: string | null
          restock?: boolean
          status: string
          ticket_ids?: string[] | null
          void_tickets?: boolean
        }
        Update: {
          amount_cents?: number
          created_at?: string
          currency?: string
          decided_at?: string | null
          decided_by?: string | null
          decision?: string | null
          endorsed_by?: string | null
          finished_at?: string | null
          id?: string
          kept_cents?: number
          kind?: string
          last_error?: string | null
          line_cents?: number[] | null
          line_ids?: string[] | null
          manual_by?: string | null
          manual_method?: string | null
          manual_reason?: string | null
          manual_reference?: string | null
          notify?: boolean
          order_id?: string
          override_inside?: boolean
          payment_id?: string
          provider_ref?: string | null
          reason?: string
          requested_by?: string | null
          restock?: boolean
          status?: string
          ticket_ids?: string[] | null
          void_tickets?: boolean
        }
        Relationships: [
          {
            foreignKeyName: "refunds_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "refunds_payment_id_fkey"
            columns: ["payment_id"]
            isOneToOne: false
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
        ]
      }
      returns: {
        Row: {
          created_at: string
          decided_at: string | null
          decided_by: string | null
          decision: string | null
          fulfilment_id: string
          id: string
          inspected_at: string | null
          inspected_by: string | null
          inspection: string | null
          is_faulty: boolean
          label_cents: number
          order_id: string
          picture_name: string | null
          reason: string
          received_at: string | null
          refund_id: string | null
          requested_by: string | null
        }
        Insert: {
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          decision?: string | null
          fulfilment_id: string
          id?: string
          inspected_at?: string | null
          inspected_by?: string | null
          inspection?: string | null
          is_faulty: boolean
          label_cents: number
          order_id: string
          picture_name?: string | null
          reason: string
          received_at?: string | null
          refund_id?: string | null
          requested_by?: string | null
        }
        Update: {
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          decision?: string | null
          fulfilment_id?: string
          id?: string
          inspected_at?: string | null
          inspected_by?: string | null
          inspection?: string | null
          is_faulty?: boolean
          label_cents?: number
          order_id?: string
          picture_name?: string | null
          reason?: string
          received_at?: string | null
          refund_id?: string | null
          requested_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "returns_fulfilment_id_fkey"
            columns: ["fulfilment_id"]
            isOneToOne: true
            referencedRelation: "fulfilments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "returns_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "returns_refund_id_fkey"
            columns: ["refund_id"]
            isOneToOne: false
            referencedRelation: "refunds"
            referencedColumns: ["id"]
          },
        ]
      }
      saved_views: {
        Row: {
          created_at: string
          id: string
          name: string
          owner_id: string
          page_kind: string
          query: string
        }
        Insert: {
          created_at?: string
          id?: string
          name: string
          owner_id: string
          page_kind: string
          query: string
        }
        Update: {
          created_at?: string
          id?: string
          name?: string
          owner_id?: string
          page_kind?: string
          query?: string
        }
        Relationships: [
          {
            foreignKeyName: "saved_views_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      scan_conflicts: {
        Row: {
          event_id: string
          found_at: string
          gate: string
          heads: number
          keeps_body: boolean
          kept_scan: string | null
          left_by: string | null
          other_scan: string
          outcome: string | null
          reason: string | null
          resolved_at: string | null
          resolved_by: string | null
          result: string
          ticket_id: string | null
          withdrawn_at: string | null
          zone_id: string | null
        }
        Insert: {
          event_id: string
          found_at?: string
          gate?: string
          heads?: number
          keeps_body?: boolean
          kept_scan?: string | null
          left_by?: string | null
          other_scan: string
          outcome?: string | null
          reason?: string | null
          resolved_at?: string | null
          resolved_by?: string | null
          result: string
          ticket_id?: string | null
          withdrawn_at?: string | null
          zone_id?: string | null
        }
        Update: {
          event_id?: string
          found_at?: string
          gate?: string
          heads?: number
          keeps_body?: boolean
          kept_scan?: string | null
          left_by?: string | null
          other_scan?: string
          outcome?: string | null
          reason?: string | null
          resolved_at?: string | null
          resolved_by?: string | null
          result?: string
          ticket_id?: string | null
          withdrawn_at?: string | null
          zone_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "scan_conflicts_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "scan_conflicts_kept_scan_fkey"
            columns: ["kept_scan"]
            isOneToOne: false
            referencedRelation: "scans"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "scan_conflicts_left_by_fkey"
            columns: ["left_by"]
            isOneToOne: false
            referencedRelation: "scans"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "scan_conflicts_other_scan_fkey"
            columns: ["other_scan"]
            isOneToOne: true
            referencedRelation: "scans"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "scan_conflicts_ticket_id_fkey"
            columns: ["ticket_id"]
            isOneToOne: false
            referencedRelation: "tickets"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "scan_conflicts_zone_id_fkey"
            columns: ["zone_id"]
            isOneToOne: false
            referencedRelation: "door_zones"
            referencedColumns: ["id"]
          },
        ]
      }
      scan_reports: {
        Row: {
          event_id: string
          id: string
          outcome: string | null
          reason: string | null
          reported_at: string
          resolved_at: string | null
          resolved_by: string | null
          scan_id: string
          ticket_id: string
        }
        Insert: {
          event_id: string
          id?: string
          outcome?: string | null
          reason?: string | null
          reported_at?: string
          resolved_at?: string | null
          resolved_by?: string | null
          scan_id: string
          ticket_id: string
        }
        Update: {
          event_id?: string
          id?: string
          outcome?: string | null
          reason?: string | null
          reported_at?: string
          resolved_at?: string | null
          resolved_by?: string | null
          scan_id?: string
          ticket_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "scan_reports_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "scan_reports_scan_id_fkey"
            columns: ["scan_id"]
            isOneToOne: true
            referencedRelation: "scans"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "scan_reports_ticket_id_fkey"
            columns: ["ticket_id"]
            isOneToOne: false
            referencedRelation: "tickets"
            referencedColumns: ["id"]
          },
        ]
      }
      scans: {
        Row: {
          captured_at: string
          device: string
          device_id: string | null
          event_id: string
          gate: string
          guest_id: string | null
          heads: number | null
          id: string
          is_bounce: boolean
          is_offline: boolean
          method: string
          reason: string | null
          response: NonNullable<Json>
          result: string
          reverses: string | null
          scan_uid: string
          scanned_at: string
          seq: number | null
          staff_id: string | null
          standing: string
          ticket_id: string | null
          zone_id: string | null
        }
        Insert: {
          captured_at?: string
          device?: string
          device_id?: string | null
          event_id: string
          gate?: string
          guest_id?: string | null
          heads?: number | null
          id?: string
          is_bounce?: boolean
          is_offline?: boolean
          method?: string
          reason?: string | null
          response?: NonNullable<Json>
          result: string
          reverses?: string | null
          scan_uid: string
          scanned_at?: string
          seq?: number | null
          staff_id?: string | null
          standing?: string
          ticket_id?: string | null
          zone_id?: string | null
        }
        Update: {
          captured_at?: string
          device?: string
          device_id?: string | null
          event_id?: string
          gate?: string
          guest_id?: string | null
          heads?: number | null
          id?: string
          is_bounce?: boolean
          is_offline?: boolean
          method?: string
          reason?: string | null
          response?: NonNullable<Json>
          result?: string
          reverses?: string | null
          scan_uid?: string
          scanned_at?: string
          seq?: number | null
          staff_id?: string | null
          standing?: string
          ticket_id?: string | null
          zone_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "scans_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "scans_guest_id_fkey"
            columns: ["guest_id"]
            isOneToOne: false
            referencedRelation: "guest_list_entries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "scans_reverses_fkey"
            columns: ["reverses"]
            isOneToOne: false
            referencedRelation: "scans"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "scans_ticket_id_fkey"
            columns: ["ticket_id"]
            isOneToOne: false
            referencedRelation: "tickets"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "scans_zone_id_fkey"
            columns: ["zone_id"]
            isOneToOne: false
            referencedRelation: "door_zones"
            referencedColumns: ["id"]
          },
        ]
      }
      settings: {
        Row: {
          bag_policy: string
          brand: string
          company: string
          contact_email: string | null
          currency: string
          handling_max_days: number | null
          handling_min_days: number | null
          hold_minutes: number
          id: boolean
          logo_path: string | null
          marketing_from_hour: number
          marketing_per_week: number
          marketing_until_hour: number
          max_per_order: number
          max_per_person: number
          max_transfers: number
          pin_minutes: number
          playback_minutes: number
          postal_address: string | null
          qr_visible_hours: number
          refund_hours: number | null
          refund_keeps_fee: boolean
          refund_kept_percent: number
          social_links: NonNullable<Json>
          tagline: string
          time_zone: string
          updated_at: string
        }
        Insert: {
          bag_policy?: string
          brand?: string
          company?: string
          contact_email?: string | null
          currency?: string
          handling_max_days?: number | null
          handling_min_days?: number | null
          hold_minutes?: number
          id?: boolean
          logo_path?: string | null
          marketing_from_hour?: number
          marketing_per_week?: number
          marketing_until_hour?: number
          max_per_order?: number
          max_per_person?: number
          max_transfers?: number
          pin_minutes?: number
          playback_minutes?: number
          postal_address?: string | null
          qr_visible_hours?: number
          refund_hours?: number | null
          refund_keeps_fee?: boolean
          refund_kept_percent?: number
          social_links?: NonNullable<Json>
          tagline?: string
          time_zone?: string
          updated_at?: string
        }
        Update: {
          bag_policy?: string
          brand?: string
          company?: string
          contact_email?: string | null
          currency?: string
          handling_max_days?: number | null
          handling_min_days?: number | null
          hold_minutes?: number
          id?: boolean
          logo_path?: string | null
          marketing_from_hour?: number
          marketing_per_week?: number
          marketing_until_hour?: number
          max_per_order?: number
          max_per_person?: number
          max_transfers?: number
          pin_minutes?: number
          playback_minutes?: number
          postal_address?: string | null
          qr_visible_hours?: number
          refund_hours?: number | null
          refund_keeps_fee?: boolean
          refund_kept_percent?: number
          social_links?: NonNullable<Json>
          tagline?: string
          time_zone?: string
          updated_at?: string
        }
        Relationships: []
      }
      shipments: {
        Row: {
          carrier: string
          delivered_at: string | null
          id: string
          lost_at: string | null
          number: number
          order_id: string
          place_id: string | null
          shipped_at: string
          shipped_by: string | null
          tracking_code: string | null
        }
        Insert: {
          carrier: string
          delivered_at?: string | null
          id?: string
          lost_at?: string | null
          number: number
          order_id: string
          place_id?: string | null
          shipped_at?: string
          shipped_by?: string | null
          tracking_code?: string | null
        }
        Update: {
          carrier?: string
          delivered_at?: string | null
          id?: string
          lost_at?: string | null
          number?: number
          order_id?: string
          place_id?: string | null
          shipped_at?: string
          shipped_by?: string | null
          tracking_code?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "shipments_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "shipments_place_id_fkey"
            columns: ["place_id"]
            isOneToOne: false
            referencedRelation: "stock_places"
            referencedColumns: ["id"]
          },
        ]
      }
      shipping_rates: {
        Row: {
          price_cents: number
          up_to_grams: number
          zone_id: string
        }
        Insert: {
          price_cents: number
          up_to_grams: number
          zone_id: string
        }
        Update: {
          price_cents?: number
          up_to_grams?: number
          zone_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "shipping_rates_zone_id_fkey"
            columns: ["zone_id"]
            isOneToOne: false
            referencedRelation: "shipping_zones"
            referencedColumns: ["id"]
          },
        ]
      }
      shipping_zones: {
        Row: {
          archived_at: string | null
          created_at: string
          free_above_cents: number | null
          id: string
          name: string
          states: string[]
          version: number
        }
        Insert: {
          archived_at?: string | null
          created_at?: string
          free_above_cents?: number | null
          id?: string
          name: string
          states: string[]
          version?: number
        }
        Update: {
          archived_at?: string | null
          created_at?: string
          free_above_cents?: number | null
          id?: string
          name?: string
          states?: string[]
          version?: number
        }
        Relationships: []
      }
      staff_grants: {
        Row: {
          capability: string
          created_at: string
          event_id: string | null
          expires_at: string | null
          granted_by: string | null
          id: string
          revoked_at: string | null
          user_id: string
        }
        Insert: {
          capability: string
          created_at?: string
          event_id?: string | null
          expires_at?: string | null
          granted_by?: string | null
          id?: string
          revoked_at?: string | null
          user_id: string
        }
        Update: {
          capability?: string
          created_at?: string
          event_id?: string | null
          expires_at?: string | null
          granted_by?: string | null
          id?: string
          revoked_at?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "staff_grants_granted_by_fkey"
            columns: ["granted_by"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "staff_grants_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      stock_entries: {
        Row: {
          actor_id: string | null
          at: string
          id: number
          note: string | null
          order_line_id: string | null
          place_id: string | null
          reason: string
          units: number
          variant_id: string
        }
        Insert: {
          actor_id?: string | null
          at?: string
          id?: never
          note?: string | null
          order_line_id?: string | null
          place_id?: string | null
          reason: string
          units: number
          variant_id: string
        }
        Update: {
          actor_id?: string | null
          at?: string
          id?: never
          note?: string | null
          order_line_id?: string | null
          place_id?: string | null
          reason?: string
          units?: number
          variant_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "stock_entries_order_line_id_fkey"
            columns: ["order_line_id"]
            isOneToOne: false
            referencedRelation: "order_lines"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_entries_place_id_fkey"
            columns: ["place_id"]
            isOneToOne: false
            referencedRelation: "stock_places"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_entries_variant_id_fkey"
            columns: ["variant_id"]
            isOneToOne: false
            referencedRelation: "product_variants"
            referencedColumns: ["id"]
          },
        ]
      }
      stock_levels: {
        Row: {
          on_hand: number
          place_id: string
          variant_id: string
        }
        Insert: {
          on_hand: number
          place_id: string
          variant_id: string
        }
        Update: {
          on_hand?: number
          place_id?: string
          variant_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "stock_levels_place_id_fkey"
            columns: ["place_id"]
            isOneToOne: false
            referencedRelation: "stock_places"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_levels_variant_id_fkey"
            columns: ["variant_id"]
            isOneToOne: false
            referencedRelation: "product_variants"
            referencedColumns: ["id"]
          },
        ]
      }
      stock_places: {
        Row: {
          archived_at: string | null
          created_at: string
          event_id: string | null
          id: string
          kind: string
          name: string
          position: number
        }
        Insert: {
          archived_at?: string | null
          created_at?: string
          event_id?: string | null
          id?: string
          kind?: string
          name: string
          position?: number
        }
        Update: {
          archived_at?: string | null
          created_at?: string
          event_id?: string | null
          id?: string
          kind?: string
          name?: string
          position?: number
        }
        Relationships: [
          {
            foreignKeyName: "stock_places_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
        ]
      }
      stream_reminders: {
        Row: {
          created_at: string
          stream_id: string
          user_id: string
        }
        Insert: {
          created_at?: string
          stream_id: string
          user_id: string
        }
        Update: {
          created_at?: string
          stream_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "stream_reminders_stream_id_fkey"
            columns: ["stream_id"]
            isOneToOne: false
            referencedRelation: "streams"
            referencedColumns: ["id"]
          },
        ]
      }
      stream_ticket_types: {
        Row: {
          stream_id: string
          ticket_type_id: string
        }
        Insert: {
          stream_id: string
          ticket_type_id: string
        }
        Update: {
          stream_id?: string
          ticket_type_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "stream_ticket_types_stream_id_fkey"
            columns: ["stream_id"]
            isOneToOne: false
            referencedRelation: "streams"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stream_ticket_types_ticket_type_id_fkey"
            columns: ["ticket_type_id"]
            isOneToOne: false
            referencedRelation: "ticket_types"
            referencedColumns: ["id"]
          },
        ]
      }
      streams: {
        Row: {
          access_rule: string
          called_off_at: string | null
          channel: string
          code: string
          created_at: string
          description: string
          edit_version: number
          ended_at: string | null
          event_id: string | null
          has_replay: boolean
          id: string
          image_alt: string
          image_path: string | null
          interrupted_at: string | null
          interrupted_seconds: number
          is_held: boolean
          live_at: string | null
          minutes: number
          pass_cents: number | null
          passes_end_at: string | null
          replay_hours: number
          replay_ready_at: string | null
          replay_until: string | null
          starts_at: string | null
          state: string
          state_at: string
          title: string
          version: number
        }
        Insert: {
          access_rule?: string
          called_off_at?: string | null
          channel?: string
          code: string
          created_at?: string
          description?: string
          edit_version?: number
          ended_at?: string | null
          event_id?: string | null
          has_replay?: boolean
          id?: string
          image_alt?: string
          image_path?: string | null
          interrupted_at?: string | null
          interrupted_seconds?: number
          is_held?: boolean
          live_at?: string | null
          minutes?: number
          pass_cents?: number | null
          passes_end_at?: string | null
          replay_hours?: number
          replay_ready_at?: string | null
          replay_until?: string | null
          starts_at?: string | null
          state?: string
          state_at?: string
          title: string
          version?: number
        }
        Update: {
          access_rule?: string
          called_off_at?: string | null
          channel?: string
          code?: string
          created_at?: string
          description?: string
          edit_version?: number
          ended_at?: string | null
          event_id?: string | null
          has_replay?: boolean
          id?: string
          image_alt?: string
          image_path?: string | null
          interrupted_at?: string | null
          interrupted_seconds?: number
          is_held?: boolean
          live_at?: string | null
          minutes?: number
          pass_cents?: number | null
          passes_end_at?: string | null
          replay_hours?: number
          replay_ready_at?: string | null
          replay_until?: string | null
          starts_at?: string | null
          state?: string
          state_at?: string
          title?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "streams_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
        ]
      }
      table_bookings: {
        Row: {
          arrived_at: string | null
          created_at: string
          deposit_cents: number
          event_id: string
          gratuity_bps: number
          guests: number
          hold_id: string
          id: string
          last_arrival_at: string | null
          minimum_spend_cents: number
          order_id: string | null
          order_line_id: string | null
          status: string
          table_id: string
        }
        Insert: {
          arrived_at?: string | null
          created_at?: string
          deposit_cents: number
          event_id: string
          gratuity_bps: number
          guests: number
          hold_id: string
          id?: string
          last_arrival_at?: string | null
          minimum_spend_cents: number
          order_id?: string | null
          order_line_id?: string | null
          status?: string
          table_id: string
        }
        Update: {
          arrived_at?: string | null
          created_at?: string
          deposit_cents?: number
          event_id?: string
          gratuity_bps?: number
          guests?: number
          hold_id?: string
          id?: string
          last_arrival_at?: string | null
          minimum_spend_cents?: number
          order_id?: string | null
          order_line_id?: string | null
          status?: string
          table_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "table_bookings_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "table_bookings_hold_id_fkey"
            columns: ["hold_id"]
            isOneToOne: false
            referencedRelation: "holds"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "table_bookings_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "table_bookings_order_line_id_fkey"
            columns: ["order_line_id"]
            isOneToOne: true
            referencedRelation: "order_lines"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "table_bookings_table_id_fkey"
            columns: ["table_id"]
            isOneToOne: false
            referencedRelation: "bookable_tables"
            referencedColumns: ["id"]
          },
        ]
      }
      tax_rates: {
        Row: {
          bps: number
          id: string
          state: string
          tax_class: string
          taxes_shipping: boolean
          version: number
          zip_prefix: string
        }
        Insert: {
          bps: number
          id?: string
          state: string
          tax_class: string
          taxes_shipping?: boolean
          version?: number
          zip_prefix?: string
        }
        Update: {
          bps?: number
          id?: string
          state?: string
          tax_class?: string
          taxes_shipping?: boolean
          version?: number
          zip_prefix?: string
        }
        Relationships: []
      }
      ticket_supplements: {
        Row: {
          called_off_at: string | null
          closed_at: string | null
          created_at: string
          event_id: string
          from_type_id: string
          id: string
          kept_at: string | null
          order_id: string
          taken_back_at: string | null
          ticket_id: string
          to_type_id: string
        }
        Insert: {
          called_off_at?: string | null
          closed_at?: string | null
          created_at?: string
          event_id: string
          from_type_id: string
          id?: string
          kept_at?: string | null
          order_id: string
          taken_back_at?: string | null
          ticket_id: string
          to_type_id: string
        }
        Update: {
          called_off_at?: string | null
          closed_at?: string | null
          created_at?: string
          event_id?: string
          from_type_id?: string
          id?: string
          kept_at?: string | null
          order_id?: string
          taken_back_at?: string | null
          ticket_id?: string
          to_type_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "ticket_supplements_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "ticket_supplements_from_type_id_fkey"
            columns: ["from_type_id"]
            isOneToOne: false
            referencedRelation: "ticket_types"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "ticket_supplements_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: true
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "ticket_supplements_ticket_id_fkey"
            columns: ["ticket_id"]
            isOneToOne: false
            referencedRelation: "tickets"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "ticket_supplements_to_type_id_fkey"
            columns: ["to_type_id"]
            isOneToOne: false
            referencedRelation: "ticket_types"
            referencedColumns: ["id"]
          },
        ]
      }
      ticket_type_pools: {
        Row: {
          event_id: string
          pool_id: string
          ticket_type_id: string
        }
        Insert: {
          event_id: string
          pool_id: string
          ticket_type_id: string
        }
        Update: {
          event_id?: string
          pool_id?: string
          ticket_type_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "ticket_type_pools_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "ticket_type_pools_pool_id_event_id_fkey"
            columns: ["pool_id", "event_id"]
            isOneToOne: false
            referencedRelation: "capacity_pools"
            referencedColumns: ["id", "event_id"]
          },
          {
            foreignKeyName: "ticket_type_pools_ticket_type_id_event_id_fkey"
            columns: ["ticket_type_id", "event_id"]
            isOneToOne: false
            referencedRelation: "ticket_types"
            referencedColumns: ["id", "event_id"]
          },
        ]
      }
      ticket_types: {
        Row: {
          archived_at: string | null
          created_at: string
          description: string
          event_id: string
          id: string
          includes_stream: boolean
          max_per_order: number
          members_sale_starts_at: string | null
          min_per_order: number
          name: string
          paused_at: string | null
          position: number
          sale_ends_at: string | null
          sale_starts_at: string | null
          visibility: string
        }
        Insert: {
          archived_at?: string | null
          created_at?: string
          description?: string
          event_id: string
          id?: string
          includes_stream?: boolean
          max_per_order?: number
          members_sale_starts_at?: string | null
          min_per_order?: number
          name: string
          paused_at?: string | null
          position?: number
          sale_ends_at?: string | null
          sale_starts_at?: string | null
          visibility?: string
        }
        Update: {
          archived_at?: string | null
          created_at?: string
          description?: string
          event_id?: string
          id?: string
          includes_stream?: boolean
          max_per_order?: number
          members_sale_starts_at?: string | null
          min_per_order?: number
          name?: string
          paused_at?: string | null
          position?: number
          sale_ends_at?: string | null
          sale_starts_at?: string | null
          visibility?: string
        }
        Relationships: [
          {
            foreignKeyName: "ticket_types_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
        ]
      }
      tickets: {
        Row: {
          admission: string
          block_reason: string | null
          blocked_at: string | null
          code: string
          custody: string
          event_id: string
          generation: number
          handed_on_at: string | null
          holder_email: string | null
          holder_key: string | null
          holder_name: string
          id: string
          is_personal: boolean
          is_vip: boolean
          issued_at: string
          line_unit: number
          order_id: string
          order_line_id: string
          owner_id: string | null
          status: string
          ticket_type_id: string
          transfers: number
          void_reason: string | null
          voided_at: string | null
        }
        Insert: {
          admission?: string
          block_reason?: string | null
          blocked_at?: string | null
          code: string
          custody?: string
          event_id: string
          generation?: number
          handed_on_at?: string | null
          holder_email?: string | null
          holder_key?: never
          holder_name: string
          id?: string
          is_personal?: boolean
          is_vip?: boolean
          issued_at?: string
          line_unit?: number
          order_id: string
          order_line_id: string
          owner_id?: string | null
          status?: string
          ticket_type_id: string
          transfers?: number
          void_reason?: string | null
          voided_at?: string | null
        }
        Update: {
          admission?: string
          block_reason?: string | null
          blocked_at?: string | null
          code?: string
          custody?: string
          event_id?: string
          generation?: number
          handed_on_at?: string | null
          holder_email?: string | null
          holder_key?: never
          holder_name?: string
          id?: string
          is_personal?: boolean
          is_vip?: boolean
          issued_at?: string
          line_unit?: number
          order_id?: string
          order_line_id?: string
          owner_id?: string | null
          status?: string
          ticket_type_id?: string
          transfers?: number
          void_reason?: string | null
          voided_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "tickets_event_id_fkey"
            columns: ["event_id"]
            isOneToOne: false
            referencedRelation: "events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "tickets_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "tickets_order_line_id_fkey"
            columns: ["order_line_id"]
            isOneToOne: false
            referencedRelation: "order_lines"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "tickets_ticket_type_id_fkey"
            columns: ["ticket_type_id"]
            isOneToOne: false
            referencedRelation: "ticket_types"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      accept_staff_invitation: { Args: { p_token_hash: string }; Returns: Json }
      accept_transfer: {
        Args: {
          p_email: string
          p_is_of_age: boolean
          p_name: string
          p_token_hash: string
          p_transfer: string
          p_user: string
        }
        Returns: Json
      }
      act_on_goods: {
        Args: {
          p_action: string
          p_ids: string[]
          p_key: string
          p_reason: string
          p_values: Json
        }
        Returns: Json
      }
      act_on_tickets: {
        Args: {
          p_action: string
          p_key: string
          p_orders: string[]
          p_reason: string
          p_tickets: string[]
          p_values: Json
        }
        Returns: Json
      }
      add_ban: {
        Args: {
          p_event: string
          p_looks: string
          p_name: string
          p_reason: string
          p_ticket: string
        }
        Returns: string
      }
      add_buyer_block: {
        Args: {
          p_days?: number
          p_key: string
          p_kind: string
          p_label: string
          p_reason: string
        }
        Returns: string
      }
      add_guests: {
        Args: { p_entries: Json; p_key: string; p_list: string }
        Returns: number
      }
      add_guests_by_promoter_link: {
        Args: {
          p_entries: Json
          p_key: string
          p_list: string
          p_token_hash: string
        }
        Returns: number
      }
      add_link: {
        Args: {
          p_payload?: Json
          p_purpose: string
          p_subject: string
          p_token_hash: string
        }
        Returns: string
      }
      add_moderation_term: {
        Args: { p_action: string; p_kind: string; p_term: string }
        Returns: string
      }
      add_moderator_note: {
        Args: { p_text: string; p_user: string }
        Returns: string
      }
      add_my_guests: {
        Args: {
          p_entries: Json
          p_event_promoter: string
          p_key: string
          p_list: string
        }
        Returns: number
      }
      add_order_note: {
        Args: { p_key: string; p_order: string; p_text: string }
        Returns: string
      }
      add_person_note: {
        Args: { p_key: string; p_text: string; p_user: string }
        Returns: string
      }
      add_phrasing: {
        Args: { p_intent: string; p_question: string }
        Returns: string
      }
      add_wallet_pass: {
        Args: {
          p_generation: number
          p_reference: string
          p_ticket: string
          p_wallet: string
        }
        Returns: string
      }
      adjust_stock: {
        Args: {
          p_key: string
          p_note: string
          p_place: string
          p_reason: string
          p_to: string
          p_units: number
          p_variant: string
        }
        Returns: Json
      }
      admit_group: {
        Args: {
          p_code: string
          p_device?: string
          p_event: string
          p_gate: string
          p_generation: number
          p_method: string
          p_scans: Json
          p_ticket: string
        }
        Returns: Json
      }
      admit_guests: {
        Args: {
          p_device?: string
          p_entry: string
          p_event: string
          p_gate?: string
          p_heads: number
          p_late_reason?: string
          p_paid?: boolean
          p_scan_uid: string
        }
        Returns: Json
      }
      announce_new_date: {
        Args: {
          p_doors_at: string
          p_ends_at: string
          p_id: string
          p_note?: string
          p_starts_at: string
        }
        Returns: undefined
      }
      announce_streams: { Args: Record<PropertyKey, never>; Returns: number }
      anonymise_due: { Args: { p_limit: number }; Returns: Json }
      answer_request: {
        Args: { p_reply: string; p_request: string }
        Returns: undefined
      }
      apply_code: { Args: { p_code: string; p_owner: string }; Returns: Json }
      apply_dispute_event: {
        Args: {
          p_amount_cents: number
          p_currency: string
          p_dispute_ref: string
          p_event_id: string
          p_kind: string
          p_payload?: Json
          p_payment_ref: string
          p_provider: string
        }
        Returns: Json
      }
      apply_payment_event: {
        Args: {
          p_amount_cents: number
          p_currency: string
          p_event_id: string
          p_kind: string
          p_payload?: Json
          p_payment_ref: string
          p_provider: string
        }
        Returns: Json
      }
      apply_refund_event: {
        Args: {
          p_event_id: string
          p_kind: string
          p_payload?: Json
          p_provider: string
          p_refund?: string
          p_refund_ref: string
        }
        Returns: Json
      }
      appoint_admin: { Args: { p_email: string }; Returns: string }
      approve_comp: { Args: { p_id: string }; Returns: undefined }
      archive_campaign_template: {
        Args: { p_archived: boolean; p_template: string }
        Returns: undefined
      }
      ask_alert: {
        Args: {
          p_address_hash: string
          p_email: string
          p_event: string
          p_text_version: string
          p_user: string
        }
        Returns: string
      }
      ask_goods_shipping: {
        Args: {
          p_address: Json
          p_code: string
          p_key: string
          p_owner: string
          p_token_hash: string
        }
        Returns: Json
      }
      ask_guide: {
        Args: { p_conversation: string; p_question: string }
        Returns: Json
      }
      ask_own_refund: {
        Args: {
          p_amount_cents: number
          p_code: string
          p_key: string
          p_reason?: string
          p_tickets: string[]
        }
        Returns: Json
      }
      ask_own_return: {
        Args: {
          p_code: string
          p_faulty: boolean
          p_fulfilment: string
          p_key: string
          p_owner: string
          p_picture: string
          p_reason: string
          p_units: number
        }
        Returns: Json
      }
      ask_person: {
        Args: { p_conversation: string; p_message: string }
        Returns: string
      }
      ask_refund_by_link: {
        Args: {
          p_amount_cents: number
          p_key: string
          p_reason?: string
          p_tickets: string[]
          p_token_hash: string
        }
        Returns: Json
      }
      ask_return_by_link: {
        Args: {
          p_faulty: boolean
          p_fulfilment: string
          p_key: string
          p_picture: string
          p_reason: string
          p_token_hash: string
          p_units: number
        }
        Returns: Json
      }
      begin_payment: {
        Args: {
          p_client?: Json
          p_key: string
          p_order: string
          p_owner: string
          p_provider: string
        }
        Returns: Json
      }
      begin_playback: {
        Args: { p_device: string; p_seconds?: number; p_stream: string }
        Returns: Json
      }
      block_buyer: {
        Args: {
          p_days?: number
          p_kinds: string[]
          p_order: string
          p_person: string
          p_reason: string
        }
        Returns: number
      }
      block_person: {
        Args: { p_kind: string; p_person: string }
        Returns: undefined
      }
      cancel_deletion: { Args: Record<PropertyKey, never>; Returns: undefined }
      cancel_goods_by_link: {
        Args: { p_fulfilments: string[]; p_key: string; p_token_hash: string }
        Returns: Json
      }
      cancel_own_goods: {
        Args: { p_code: string; p_fulfilments: string[]; p_key: string }
        Returns: Json
      }
      cancel_stream: {
        Args: { p_reason: string; p_stream: string }
        Returns: Json
      }
      cancel_transfer: {
        Args: { p_ticket: string; p_token_hash: string; p_user: string }
        Returns: undefined
      }
      cancel_transfer_by_staff: {
        Args: { p_reason: string; p_ticket: string }
        Returns: undefined
      }
      change_cart: {
        Args: {
          p_key: string
          p_mode: string
          p_owner: string
          p_units: number
          p_variant: string
        }
        Returns: Json
      }
      change_chat: {
        Args: { p_mode: string; p_slow_seconds: number; p_stream: string }
        Returns: undefined
      }
      change_sale: {
        Args: {
          p_change: Json
          p_event: string
          p_key: string
          p_version: string
        }
        Returns: Json
      }
      check_dispute_evidence: {
        Args: { p_dispute: string }
        Returns: undefined
      }
      check_event_password: {
        Args: { p_event: string; p_password: string }
        Returns: string
      }
      check_in: {
        Args: {
          p_action?: string
          p_code: string
          p_device?: string
          p_event: string
          p_gate: string
          p_generation: number
          p_method: string
          p_result?: string
          p_scan_uid: string
          p_ticket: string
        }
        Returns: Json
      }
      check_new_names: {
        Args: { p_display_name: string; p_username: string }
        Returns: undefined
      }
      check_out_ended: { Args: { p_limit?: number }; Returns: number }
      check_writable: { Args: Record<PropertyKey, never>; Returns: undefined }
      choose_campaign_subject: {
        Args: { p_id: string; p_subject: string }
        Returns: undefined
      }
      choose_event_change: {
        Args: {
          p_choice: string
          p_code: string
          p_owner: string
          p_token_hash: string
        }
        Returns: undefined
      }
      claim_case: { Args: { p_case: string }; Returns: undefined }
      claim_comp: {
        Args: { p_buyer: Json; p_owner: string; p_token_hash: string }
        Returns: Json
      }
      claim_jobs: { Args: { p_room: Json }; Returns: Json }
      claim_next_case: { Args: { p_after?: string }; Returns: string }
      claim_open_disputes: {
        Args: { p_limit: number; p_provider: string }
        Returns: Json
      }
      claim_open_payments: {
        Args: {
          p_limit: number
          p_older_than_seconds: number
          p_order: string
          p_provider: string
        }
        Returns: Json
      }
      claim_recipients: {
        Args: {
          p_campaign: string
          p_claim: string
          p_most?: number
          p_now?: string
        }
        Returns: Json
      }
      close_external_refund: {
        Args: { p_decision: string; p_refund: string }
        Returns: string
      }
      confirm_factor: { Args: { p_token_hash: string }; Returns: undefined }
      confirm_refund: {
        Args: { p_ok: boolean; p_reason?: string; p_refund: string }
        Returns: string
      }
      confirm_subscription: { Args: { p_token_hash: string }; Returns: boolean }
      confirm_waitlist: { Args: { p_token_hash: string }; Returns: string }
      consume_limit: {
        Args: { p_name: string; p_network: string; p_subject: string }
        Returns: Json
      }
      copy_event: { Args: { p_id: string; p_key?: string }; Returns: string }
      correct_ledger: {
        Args: {
          p_cents: number
          p_key: string
          p_order: string
          p_part: string
          p_reason: string
        }
        Returns: string
      }
      correct_order_email: {
        Args: {
          p_email: string
          p_key: string
          p_new_codes: boolean
          p_order: string
          p_reason: string
        }
        Returns: Json
      }
      count_audience: {
        Args: { p_category?: string; p_definition: Json; p_event?: string }
        Returns: Json
      }
      count_my_notifications: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      count_new_posts: {
        Args: { p_after: string; p_event?: string; p_tab?: string }
        Returns: number
      }
      create_campaign: {
        Args: {
          p_event: string
          p_from?: string
          p_kind: string
          p_name: string
          p_template?: string
        }
        Returns: string
      }
      create_comment: {
        Args: {
          p_body: string
          p_key?: string
          p_post: string
          p_reply_to?: string
        }
        Returns: Json
      }
      create_next_date: {
        Args: { p_id: string; p_key?: string; p_step: string }
        Returns: string
      }
      create_post: {
        Args: {
          p_body: string
          p_event?: string
          p_key?: string
          p_official?: boolean
          p_pictures?: Json
          p_topic?: string
        }
        Returns: Json
      }
      decide_appeal: {
        Args: { p_appeal: string; p_is_granted: boolean; p_reason: string }
        Returns: undefined
      }
      decide_case: {
        Args: {
          p_case: string
          p_decision: string
          p_reason?: string
          p_rule?: string
          p_sanction?: string
          p_version: number
        }
        Returns: string
      }
      decide_guest_pair: {
        Args: { p_first: string; p_keep?: string; p_second: string }
        Returns: undefined
      }
      decide_refund: {
        Args: { p_approve: boolean; p_reason?: string; p_refund: string }
        Returns: Json
      }
      decline_comp: { Args: { p_token_hash: string }; Returns: undefined }
      decline_transfer: {
        Args: { p_token_hash: string; p_transfer: string; p_user: string }
        Returns: undefined
      }
      delete_account: {
        Args: { p_reason: string; p_user: string }
        Returns: string
      }
      delete_audience: { Args: { p_id: string }; Returns: undefined }
      delete_conversation: { Args: { p_conversation: string }; Returns: number }
      delete_draft_event: { Args: { p_id: string }; Returns: undefined }
      delete_inactive_guests: { Args: { p_limit: number }; Returns: number }
      delete_post: { Args: { p_post: string }; Returns: undefined }
      delete_view: { Args: { p_id: string }; Returns: boolean }
      discard_event_draft: {
        Args: { p_event: string; p_tab: string }
        Returns: boolean
      }
      discard_failure: {
        Args: { p_id: string; p_kind: string; p_reason: string }
        Returns: undefined
      }
      dismiss_unanswered: { Args: { p_question: string }; Returns: undefined }
      draft_act: {
        Args: { p_act: string; p_args: Json; p_card: Json; p_turn: string }
        Returns: string
      }
      drop_alert: {
        Args: { p_event: string; p_user: string }
        Returns: undefined
      }
      drop_canned_reply: { Args: { p_id: string }; Returns: undefined }
      drop_code: { Args: { p_owner: string }; Returns: boolean }
      drop_moderation_term: { Args: { p_term: string }; Returns: undefined }
      drop_pass_device: {
        Args: { p_device: string; p_generation: number; p_ticket: string }
        Returns: boolean
      }
      drop_phrasing: { Args: { p_phrasing: string }; Returns: undefined }
      edit_post: {
        Args: { p_body: string; p_post: string; p_version: number }
        Returns: Json
      }
      email_taken: {
        Args: { p_email: string; p_except?: string }
        Returns: boolean
      }
      end_campaign_mails: { Args: { p_recipient: string }; Returns: boolean }
      end_due_suspensions: { Args: { p_limit: number }; Returns: number }
      end_event_promoter: {
        Args: { p_event_promoter: string }
        Returns: undefined
      }
      end_listings: { Args: Record<PropertyKey, never>; Returns: number }
      end_playback: { Args: { p_session: string }; Returns: undefined }
      end_second_factor: { Args: { p_user: string }; Returns: undefined }
      end_session: { Args: { p_session: string }; Returns: number }
      end_sessions_of: {
        Args: { p_reason: string; p_user: string }
        Returns: number
      }
      end_staff_grants: {
        Args: { p_ids: string[]; p_reason?: string }
        Returns: number
      }
      end_stream: {
        Args: { p_reason?: string; p_stream: string }
        Returns: Json
      }
      end_subscription: { Args: { p_token_hash: string }; Returns: boolean }
      end_transfers: { Args: Record<PropertyKey, never>; Returns: number }
      enroll_door_device: {
        Args: { p_device: string; p_token_hash: string }
        Returns: Json
      }
      exchange_identity: {
        Args: {
          p_caller: string
          p_email: string
          p_email_verified: boolean
          p_expires_at: string
          p_issuer: string
          p_link: boolean
          p_session: string
          p_subject: string
          p_token_hash: string
        }
        Returns: Json
      }
      expire_conversations: { Args: { p_limit?: number }; Returns: number }
      expire_refused_scans: { Args: { p_limit?: number }; Returns: number }
      export_my_data: { Args: Record<PropertyKey, never>; Returns: Json }
      find_at_door: {
        Args: { p_event: string; p_search: string }
        Returns: Json
      }
      find_campaign_cards: {
        Args: { p_ids?: string[]; p_kind: string; p_search: string }
        Returns: Json
      }
      find_guests: {
        Args: { p_event: string; p_search?: string }
        Returns: Json
      }
      find_ingest_stream: { Args: { p_key_hash: string }; Returns: Json }
      find_mux_stream: { Args: { p_live_stream: string }; Returns: Json }
      find_pickups: {
        Args: {
          p_code?: string
          p_event: string
          p_generation?: number
          p_order?: string
          p_point: string
          p_search?: string
          p_ticket?: string
        }
        Returns: Json
      }
      finish_draft: {
        Args: {
          p_draft: string
          p_outcome: string
          p_refusal: string
          p_token: string
        }
        Returns: undefined
      }
      finish_email_change: {
        Args: { p_token_hash: string }
        Returns: undefined
      }
      finish_jobs: { Args: { p_results: Json }; Returns: Json }
      finish_mail: {
        Args: { p_id: string; p_ref?: string }
        Returns: undefined
      }
      finish_pass_push: {
        Args: {
          p_generation: number
          p_gone: string[]
          p_reference: string
          p_ticket: string
          p_wallet: string
        }
        Returns: undefined
      }
      finish_recipients: {
        Args: { p_claim: string; p_now?: string; p_results: Json }
        Returns: undefined
      }
      follow: {
        Args: {
          p_address_hash: string
          p_following: boolean
          p_subject: string
          p_text_version: string
          p_user: string
        }
        Returns: string
      }
      follow_campaign_link: {
        Args: {
          p_is_scanner: boolean
          p_link: number
          p_now?: string
          p_recipient: string
        }
        Returns: string
      }
      follow_person: {
        Args: { p_following: boolean; p_person: string }
        Returns: undefined
      }
      forget_code: {
        Args: { p_event: string; p_owner: string }
        Returns: boolean
      }
      give_allocation: {
        Args: {
          p_ends_at: string
          p_event: string
          p_key: string
          p_member: string
          p_places: number
          p_type: string
        }
        Returns: string
      }
      go_live: { Args: { p_stream: string }; Returns: Json }
      grant_staff: {
        Args: {
          p_capability: string
          p_event: string
          p_expires_at?: string
          p_user: string
        }
        Returns: string
      }
      hand_on_place: {
        Args: { p_allocation: string; p_member: string; p_name: string }
        Returns: string
      }
      hand_over: {
        Args: {
          p_device?: string
          p_event: string
          p_fulfilments: string[]
          p_gate?: string
          p_point: string
          p_scan: string
        }
        Returns: Json
      }
      hand_recipients: {
        Args: { p_claim: string; p_ids: string[] }
        Returns: Json
      }
      hold_items: {
        Args: {
          p_code?: string
          p_event: string
          p_key: string
          p_lines: Json
          p_network?: string
          p_owner: string
        }
        Returns: Json
      }
      hold_stream_pass: {
        Args: {
          p_key: string
          p_network?: string
          p_owner: string
          p_stream: string
        }
        Returns: Json
      }
      import_stock_file: {
        Args: { p_digest: string; p_lines: Json }
        Returns: Json
      }
      impose_sanction: {
        Args: {
          p_reason: string
          p_rule: string
          p_step: string
          p_user: string
        }
        Returns: string
      }
      interrupt_stream: {
        Args: { p_reason: string; p_stream: string }
        Returns: Json
      }
      invite_door_device: {
        Args: { p_event: string; p_name: string; p_token_hash: string }
        Returns: Json
      }
      invite_staff: {
        Args: {
          p_capability?: string
          p_email: string
          p_event?: string
          p_expires_at?: string
          p_role?: string
        }
        Returns: string
      }
      is_deactivated_password: {
        Args: { p_password: string; p_user: string }
        Returns: boolean
      }
      is_password_wanted: { Args: { p_event: string }; Returns: boolean }
      issue_comps: {
        Args: {
          p_deadline: string
          p_event: string
          p_key: string
          p_rows: Json
          p_send: boolean
        }
        Returns: Json
      }
      join_waitlist: {
        Args: {
          p_email: string
          p_event: string
          p_partial: boolean
          p_quantity: number
          p_type: string
          p_user: string
        }
        Returns: string
      }
      judge_chat_message: {
        Args: { p_decision: string; p_message: string }
        Returns: undefined
      }
      keep_account: {
        Args: { p_reason: string; p_user: string }
        Returns: undefined
      }
      leave_waitlist: {
        Args: { p_entry: string; p_token_hash: string; p_user: string }
        Returns: string
      }
      lift_ban: { Args: { p_ban: string; p_event: string }; Returns: undefined }
      lift_buyer_block: { Args: { p_block: string }; Returns: undefined }
      lift_capacity_hold: {
        Args: { p_more: number; p_reason: string; p_zone: string }
        Returns: Json
      }
      lift_sanction: {
        Args: { p_reason: string; p_sanction: string }
        Returns: undefined
      }
      lift_suppression: {
        Args: { p_id: string; p_reason: string }
        Returns: boolean
      }
      link_to_preview: { Args: { p_post: string }; Returns: string }
      list_allocations: {
        Args: {
          p_after?: string
          p_event?: string
          p_limit?: number
          p_search?: string
          p_show?: string
        }
        Returns: Json
      }
      list_appeals: { Args: Record<PropertyKey, never>; Returns: Json }
      list_audiences: { Args: Record<PropertyKey, never>; Returns: Json }
      list_audit: {
        Args: {
          p_action?: string
          p_after_at?: string
          p_after_id?: number
          p_from?: string
          p_limit?: number
          p_person?: string
          p_subject?: string
          p_subject_kind?: string
          p_text?: string
          p_to?: string
        }
        Returns: Json
      }
      list_bans: { Args: { p_event: string }; Returns: Json }
      list_buyer_blocks: { Args: Record<PropertyKey, never>; Returns: Json }
      list_campaign_recipients: {
        Args: {
          p_after?: string
          p_id: string
          p_limit?: number
          p_show?: string
        }
        Returns: Json
      }
      list_campaigns: {
        Args: {
          p_after?: string
          p_limit?: number
          p_search?: string
          p_show?: string
        }
        Returns: Json
      }
      list_cases: {
        Args: {
          p_after?: string
          p_limit?: number
          p_source?: string
          p_tab?: string
        }
        Returns: Json
      }
      list_chat_reports: { Args: Record<PropertyKey, never>; Returns: Json }
      list_comps: {
        Args: {
          p_after?: string
          p_event?: string
          p_guests?: string
          p_issuer?: string
          p_limit?: number
          p_reason?: string
          p_search?: string
          p_show?: string
        }
        Returns: Json
      }
      list_device_passes: {
        Args: { p_device: string; p_since: string }
        Returns: Json
      }
      list_disputes: {
        Args: { p_after?: string; p_limit?: number; p_open?: boolean }
        Returns: Json
      }
      list_door_devices: { Args: { p_event: string }; Returns: Json }
      list_door_events: { Args: Record<PropertyKey, never>; Returns: Json }
      list_event_change_orders: {
        Args: { p_after?: string; p_change: string; p_limit?: number }
        Returns: Json
      }
      list_event_promoters: {
        Args: {
          p_after?: string
          p_event?: string
          p_limit?: number
          p_search?: string
          p_show?: string
        }
        Returns: Json
      }
      list_events: {
        Args: {
          p_age?: number
          p_city?: string
          p_cursor?: string
          p_genre?: string
          p_limit?: number
          p_month?: string
          p_past?: boolean
          p_price?: string
          p_when?: string
        }
        Returns: Json
      }
      list_failures: {
        Args: { p_after_at?: string; p_after_id?: string; p_kind?: string }
        Returns: Json
      }
      list_figure_rows: {
        Args: {
          p_after_at?: string
          p_after_id?: string
          p_basis?: string
          p_cohort?: string
          p_days?: number
          p_device?: string
          p_figure: string
          p_from?: string
          p_item?: string
          p_limit?: number
          p_reason?: string
          p_source?: number
          p_to?: string
          p_touch?: string
        }
        Returns: Json
      }
      list_fulfilments: {
        Args: {
          p_after?: string
          p_delivery?: string
          p_event?: string
          p_limit?: number
          p_place?: string
          p_search?: string
          p_show?: string
        }
        Returns: Json
      }
      list_guest_pairs: { Args: { p_event: string }; Returns: Json }
      list_guests: {
        Args: {
          p_after?: string
          p_event?: string
          p_limit?: number
          p_list?: string
          p_search?: string
          p_show?: string
          p_sort?: string
        }
        Returns: Json
      }
      list_inventory: {
        Args: {
          p_after?: string
          p_collection?: string
          p_limit?: number
          p_product?: string
          p_search?: string
          p_show?: string
          p_sort?: string
        }
        Returns: Json
      }
      list_people: {
        Args: {
          p_after?: string
          p_grant?: string
          p_limit?: number
          p_role?: string
          p_search?: string
          p_sort?: string
          p_state?: string
        }
        Returns: Json
      }
      list_person_posts: {
        Args: { p_from?: string; p_limit?: number; p_user: string }
        Returns: Json
      }
      list_posts: {
        Args: {
          p_event?: string
          p_from?: string
          p_limit?: number
          p_tab?: string
        }
        Returns: Json
      }
      list_posts_by: {
        Args: { p_from?: string; p_username: string }
        Returns: Json
      }
      list_products: {
        Args: {
          p_collection?: string
          p_from_cents?: number
          p_limit?: number
          p_page?: number
          p_query?: string
          p_size?: string
          p_sort?: string
          p_to_cents?: number
        }
        Returns: Json
      }
      list_refunds: {
        Args: { p_after?: string; p_limit?: number; p_show?: string }
        Returns: Json
      }
      list_returns: {
        Args: {
          p_after?: string
          p_limit?: number
          p_search?: string
          p_show?: string
        }
        Returns: Json
      }
      list_sitemap_events: { Args: { p_year: number }; Returns: Json }
      list_sitemap_products: { Args: Record<PropertyKey, never>; Returns: Json }
      list_sitemap_years: {
        Args: Record<PropertyKey, never>
        Returns: number[]
      }
      list_staff_events: {
        Args: {
          p_cursor?: string
          p_filter?: string
          p_limit?: number
          p_series?: string
          p_sort?: string
        }
        Returns: Json
      }
      list_staff_grants: {
        Args: {
          p_after?: string
          p_capability?: string
          p_event?: string
          p_limit?: number
          p_person?: string
        }
        Returns: Json
      }
      list_staff_invitations: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      list_staff_mails: {
        Args: {
          p_after?: string
          p_from?: string
          p_kind?: string
          p_limit?: number
          p_person?: string
          p_search?: string
          p_show?: string
          p_to?: string
        }
        Returns: Json
      }
      list_staff_orders: {
        Args: {
          p_after?: string
          p_event?: string
          p_from?: string
          p_limit?: number
          p_search?: string
          p_show?: string
          p_sort?: string
          p_to?: string
        }
        Returns: Json
      }
      list_staff_products: {
        Args: {
          p_after?: string
          p_collection?: string
          p_limit?: number
          p_search?: string
          p_show?: string
        }
        Returns: Json
      }
      list_stations: { Args: Record<PropertyKey, never>; Returns: Json }
      list_streams: {
        Args: {
          p_after?: string
          p_limit?: number
          p_search?: string
          p_show?: string
        }
        Returns: Json
      }
      list_suggested_products: { Args: { p_event?: string }; Returns: Json }
      list_suppressions: {
        Args: {
          p_after?: string
          p_limit?: number
          p_search?: string
          p_show?: string
        }
        Returns: Json
      }
      list_waitlist: {
        Args: {
          p_after?: string
          p_event: string
          p_limit?: number
          p_show?: string
        }
        Returns: Json
      }
      lock_door_device: {
        Args: { p_device: string; p_event: string; p_locked: boolean }
        Returns: Json
      }
      lock_post: {
        Args: { p_locked: boolean; p_post: string }
        Returns: undefined
      }
      look_up_ticket: {
        Args: {
          p_code: string
          p_device?: string
          p_event: string
          p_gate: string
          p_generation: number
          p_method: string
          p_result?: string
          p_scan_uid: string
          p_ticket: string
        }
        Returns: Json
      }
      mark_notifications_read: { Args: { p_until: string }; Returns: number }
      mark_visible_passes: { Args: Record<PropertyKey, never>; Returns: number }
      mature_commission: { Args: Record<PropertyKey, never>; Returns: number }
      me: { Args: Record<PropertyKey, never>; Returns: Json }
      merge_accounts: {
        Args: { p_from: string; p_into: string; p_reason: string }
        Returns: string
      }
      merge_guest: {
        Args: { p_account: string; p_guest: string }
        Returns: Json
      }
      move_guests: {
        Args: { p_entries: string[]; p_list: string }
        Returns: number
      }
      move_own_unclaimed: {
        Args: { p_code: string; p_key: string; p_point: string }
        Returns: Json
      }
      move_product_picture: {
        Args: { p_picture: string; p_product: string; p_to: string }
        Returns: undefined
      }
      move_return: {
        Args: { p_reason?: string; p_return: string; p_to: string }
        Returns: Json
      }
      move_unclaimed_by_link: {
        Args: { p_key: string; p_point: string; p_token_hash: string }
        Returns: Json
      }
      name_comp_guest: {
        Args: {
          p_email: string
          p_name: string
          p_number: number
          p_token_hash: string
        }
        Returns: string
      }
      note_campaign_links: {
        Args: { p_id: string; p_problems: Json; p_version: number }
        Returns: undefined
      }
      note_device: {
        Args: { p_device_hash: string; p_user: string; p_user_agent: string }
        Returns: boolean
      }
      note_referral: {
        Args: {
          p_clicked_at: string[]
          p_codes: string[]
          p_hold: string
          p_owner: string
        }
        Returns: boolean
      }
      note_time_zone: {
        Args: { p_time_zone: string; p_user: string }
        Returns: undefined
      }
      number_receipts: { Args: { p_limit: number }; Returns: number }
      offer_transfer: {
        Args: {
          p_ticket: string
          p_to?: string
          p_token_hash: string
          p_user: string
        }
        Returns: Json
      }
      offer_transfer_by_staff: {
        Args: { p_reason: string; p_ticket: string; p_to: string }
        Returns: Json
      }
      offer_waitlist_entry: {
        Args: { p_entry: string; p_reason: string }
        Returns: string
      }
      open_appeal: {
        Args: { p_case: string; p_sanction: string; p_text: string }
        Returns: string
      }
      open_post_case: { Args: { p_post: string }; Returns: string }
      override_attribution: {
        Args: { p_event_promoter: string; p_order: string; p_reason: string }
        Returns: undefined
      }
      override_check_in: {
        Args: {
          p_device?: string
          p_event: string
          p_gate?: string
          p_reason: string
          p_scan_uid: string
          p_ticket: string
        }
        Returns: Json
      }
      pause_campaign: {
        Args: { p_id: string; p_reason?: string }
        Returns: Json
      }
      pause_mail: {
        Args: { p_days: number; p_token_hash: string }
        Returns: boolean
      }
      pause_notifications: { Args: { p_days: number }; Returns: string }
      pay_commission: {
        Args: { p_promoter: string; p_reference: string; p_total_cents: number }
        Returns: string
      }
      pin_chat_message: {
        Args: { p_message: string; p_stream: string }
        Returns: undefined
      }
      pin_post: {
        Args: { p_pinned: boolean; p_post: string }
        Returns: undefined
      }
      place_order: {
        Args: {
          p_buyer: Json
          p_hold: string
          p_key: string
          p_owner: string
          p_total?: number
        }
        Returns: Json
      }
      poll_door: { Args: { p_device: string; p_event: string }; Returns: Json }
      preview_comps: { Args: { p_event: string; p_rows: Json }; Returns: Json }
      preview_event_save: { Args: { p_event: Json }; Returns: Json }
      preview_goods_action: {
        Args: { p_action: string; p_ids: string[] }
        Returns: Json
      }
      preview_grants_end: {
        Args: { p_event?: string; p_every_door?: boolean; p_ids: string[] }
        Returns: Json
      }
      preview_merge: { Args: { p_from: string; p_into: string }; Returns: Json }
      preview_refund: {
        Args: { p_amount_cents: number; p_order: string; p_tickets: string[] }
        Returns: Json
      }
      preview_sale_change: {
        Args: { p_change?: Json; p_event: string }
        Returns: Json
      }
      preview_stock_file: { Args: { p_lines: Json }; Returns: Json }
      preview_ticket_action: {
        Args: {
          p_action: string
          p_orders?: string[]
          p_override?: boolean
          p_tickets: string[]
          p_type?: string
        }
        Returns: Json
      }
      preview_ticket_mails: { Args: { p_codes: string[] }; Returns: Json }
      publish_event: { Args: { p_id: string }; Returns: undefined }
      purge_posts: { Args: Record<PropertyKey, never>; Returns: Json }
      queue_alerts: { Args: Record<PropertyKey, never>; Returns: Json }
      queue_contact_message: {
        Args: {
          p_email: string
          p_message: string
          p_name: string
          p_order: string
          p_topic: string
        }
        Returns: undefined
      }
      queue_digests: { Args: { p_at?: string }; Returns: number }
      queue_email_change: {
        Args: { p_email: string; p_user: string }
        Returns: undefined
      }
      queue_factor_confirmation: { Args: { p_user: string }; Returns: boolean }
      queue_follow_mails: { Args: Record<PropertyKey, never>; Returns: number }
      queue_password_reset: { Args: { p_email: string }; Returns: undefined }
      queue_reminders: { Args: Record<PropertyKey, never>; Returns: number }
      queue_ticket_links: { Args: { p_email: string }; Returns: number }
      quote_cart: { Args: { p_event: string; p_lines: Json }; Returns: Json }
      rate_answer: {
        Args: { p_rating: number; p_turn: string }
        Returns: undefined
      }
      react_to_post: {
        Args: { p_post: string; p_reaction: string }
        Returns: Json
      }
      read_address_key: { Args: Record<PropertyKey, never>; Returns: string }
      read_alert_link: { Args: { p_token_hash: string }; Returns: Json }
      read_allocated_place: { Args: { p_token_hash: string }; Returns: Json }
      read_analytics_dashboard: { Args: { p_days?: number }; Returns: Json }
      read_artists: {
        Args: { p_event?: string; p_name?: string }
        Returns: Json
      }
      read_assistant: { Args: { p_conversation?: string }; Returns: Json }
      read_attendees: {
        Args: {
          p_after?: string
          p_code?: string
          p_event?: string
          p_from?: string
          p_limit?: number
          p_search?: string
          p_show?: string
          p_sort?: string
          p_to?: string
          p_type?: string
        }
        Returns: Json
      }
      read_audience_choices: { Args: Record<PropertyKey, never>; Returns: Json }
      read_buyer_facts: {
        Args: { p_order: string; p_person: string }
        Returns: Json
      }
      read_campaign: { Args: { p_id: string }; Returns: Json }
      read_campaign_audience: { Args: { p_id: string }; Returns: Json }
      read_campaign_end: { Args: { p_recipient: string }; Returns: Json }
      read_campaign_facts: { Args: { p_id: string }; Returns: Json }
      read_campaign_results: { Args: { p_id: string }; Returns: Json }
      read_campaign_snapshot: { Args: { p_id: string }; Returns: Json }
      read_campaign_templates: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      read_capacity_board: { Args: { p_event?: string }; Returns: Json }
      read_cart: { Args: Record<PropertyKey, never>; Returns: Json }
      read_case: { Args: { p_case: string }; Returns: Json }
      read_chat_changes: {
        Args: { p_limit?: number; p_since?: number; p_stream: string }
        Returns: Json
      }
      read_chat_page: { Args: { p_code: string }; Returns: Json }
      read_chat_standing: { Args: { p_stream: string }; Returns: Json }
      read_checkout: { Args: { p_hold?: string }; Returns: Json }
      read_comp: { Args: { p_id: string }; Returns: Json }
      read_comp_claim: { Args: { p_token_hash: string }; Returns: Json }
      read_comp_figures: { Args: { p_event?: string }; Returns: Json }
      read_comp_form: { Args: { p_event: string }; Returns: Json }
      read_company: { Args: { p_event: string }; Returns: Json }
      read_dispute: { Args: { p_dispute: string }; Returns: Json }
      read_door: { Args: { p_event: string }; Returns: Json }
      read_door_layout: { Args: { p_event: string }; Returns: Json }
      read_door_pack: {
        Args: { p_device: string; p_event: string; p_since?: number }
        Returns: Json
      }
      read_door_report: {
        Args: {
          p_compare?: boolean
          p_days?: number
          p_event?: string
          p_from?: string
          p_to?: string
        }
        Returns: Json
      }
      read_drafts: { Args: { p_conversation: string }; Returns: Json }
      read_due_campaigns: { Args: { p_now?: string }; Returns: Json }
      read_email_change: { Args: { p_token_hash: string }; Returns: Json }
      read_email_undo: { Args: { p_token_hash: string }; Returns: Json }
      read_event_change: {
        Args: { p_change?: string; p_event: string }
        Returns: Json
      }
      read_event_choice: {
        Args: { p_code: string; p_owner: string; p_token_hash: string }
        Returns: Json
      }
      read_event_code: {
        Args: { p_event: string; p_id?: string }
        Returns: Json
      }
      read_event_codes: {
        Args: { p_after?: string; p_event: string; p_limit?: number }
        Returns: Json
      }
      read_event_editor: { Args: { p_id: string }; Returns: Json }
      read_event_ending: { Args: { p_id: string }; Returns: Json }
      read_event_page: { Args: { p_id: string }; Returns: Json }
      read_event_promoter: { Args: { p_event_promoter: string }; Returns: Json }
      read_events_report: {
        Args: {
          p_basis?: string
          p_compare?: boolean
          p_days?: number
          p_event?: string
          p_from?: string
          p_to?: string
        }
        Returns: Json
      }
      read_factor_confirmation: {
        Args: { p_token_hash: string }
        Returns: Json
      }
      read_funnel_report: {
        Args: {
          p_compare?: boolean
          p_days?: number
          p_device?: string
          p_event?: string
          p_from?: string
          p_source?: number
          p_to?: string
          p_touch?: string
        }
        Returns: Json
      }
      read_goods_by_link: { Args: { p_token_hash: string }; Returns: Json }
      read_guest_list: {
        Args: { p_event?: string; p_list: string }
        Returns: Json
      }
      read_hand_over: { Args: Record<PropertyKey, never>; Returns: Json }
      read_home: { Args: { p_city?: string }; Returns: Json }
      read_identity: {
        Args: { p_issuer: string; p_subject: string }
        Returns: Json
      }
      read_installation: { Args: Record<PropertyKey, never>; Returns: Json }
      read_limit: { Args: { p_name: string }; Returns: Json }
      read_live_page: { Args: { p_code?: string }; Returns: Json }
      read_live_report: {
        Args: { p_days?: number; p_from?: string; p_to?: string }
        Returns: Json
      }
      read_live_state: { Args: Record<PropertyKey, never>; Returns: Json }
      read_login: { Args: { p_username: string }; Returns: Json }
      read_mail_facts: { Args: { p_mail: string }; Returns: Json }
      read_mail_preferences: { Args: { p_token_hash: string }; Returns: Json }
      read_mail_wordings: { Args: { p_kind?: string }; Returns: Json }
      read_moderated_person: { Args: { p_user: string }; Returns: Json }
      read_moderation_setup: { Args: Record<PropertyKey, never>; Returns: Json }
      read_my_allocations: { Args: Record<PropertyKey, never>; Returns: Json }
      read_my_bell: { Args: { p_from?: string }; Returns: Json }
      read_my_company: { Args: Record<PropertyKey, never>; Returns: Json }
      read_my_follows: { Args: Record<PropertyKey, never>; Returns: Json }
      read_my_notifications: { Args: Record<PropertyKey, never>; Returns: Json }
      read_my_orders: { Args: Record<PropertyKey, never>; Returns: Json }
      read_my_people: {
        Args: { p_from?: string; p_show: string }
        Returns: Json
      }
      read_my_settings: { Args: Record<PropertyKey, never>; Returns: Json }
      read_my_statement: { Args: Record<PropertyKey, never>; Returns: Json }
      read_my_tickets: { Args: Record<PropertyKey, never>; Returns: Json }
      read_my_waitlist: { Args: Record<PropertyKey, never>; Returns: Json }
      read_occupancy: { Args: { p_event: string }; Returns: Json }
      read_order: { Args: { p_code: string }; Returns: Json }
      read_order_attribution: { Args: { p_code: string }; Returns: Json }
      read_overview_report: {
        Args: {
          p_basis?: string
          p_compare?: boolean
          p_days?: number
          p_device?: string
          p_event?: string
          p_from?: string
          p_source?: number
          p_to?: string
        }
        Returns: Json
      }
      read_own_charge: {
        Args: { p_cents: number; p_code: string }
        Returns: Json
      }
      read_own_goods: { Args: { p_code: string }; Returns: Json }
      read_own_moderation: { Args: Record<PropertyKey, never>; Returns: Json }
      read_own_refund: {
        Args: { p_code: string; p_tickets?: string[] }
        Returns: Json
      }
      read_pace_report: { Args: { p_event?: string }; Returns: Json }
      read_packing_slip: { Args: { p_fulfilment: string }; Returns: Json }
      read_pass_push: {
        Args: {
          p_generation: number
          p_reference: string
          p_ticket: string
          p_wallet: string
        }
        Returns: Json
      }
      read_password_reset: { Args: { p_token_hash: string }; Returns: Json }
      read_person: { Args: { p_user: string }; Returns: Json }
      read_person_page: { Args: { p_username: string }; Returns: Json }
      read_pick_list: { Args: { p_ids: string[] }; Returns: Json }
      read_pickup_pack: {
        Args: { p_device: string; p_event: string }
        Returns: Json
      }
      read_place_split: { Args: { p_event: string }; Returns: Json }
      read_post: { Args: { p_from?: string; p_post: string }; Returns: Json }
      read_post_takedowns: { Args: Record<PropertyKey, never>; Returns: number }
      read_probed_streams: { Args: Record<PropertyKey, never>; Returns: Json }
      read_product: { Args: { p_id: string }; Returns: Json }
      read_product_editor: { Args: { p_id: string }; Returns: Json }
      read_product_share_card: { Args: { p_id: string }; Returns: Json }
      read_promoter_by_link: { Args: { p_token_hash: string }; Returns: Json }
      read_promoter_page: { Args: Record<PropertyKey, never>; Returns: Json }
      read_promoter_statement: { Args: { p_promoter: string }; Returns: Json }
      read_receipt: { Args: { p_code: string }; Returns: Json }
      read_receipt_by_link: { Args: { p_token_hash: string }; Returns: Json }
      read_refund: { Args: { p_refund: string }; Returns: Json }
      read_refund_by_link: {
        Args: { p_tickets?: string[]; p_token_hash: string }
        Returns: Json
      }
      read_report_frame: { Args: { p_event?: string }; Returns: Json }
      read_requests: { Args: Record<PropertyKey, never>; Returns: Json }
      read_reset_accounts: { Args: { p_email: string }; Returns: Json }
      read_retention_report: {
        Args: { p_days?: number; p_from?: string; p_to?: string }
        Returns: Json
      }
      read_return: { Args: { p_return: string }; Returns: Json }
      read_returns: { Args: Record<PropertyKey, never>; Returns: Json }
      read_returns_by_link: { Args: { p_token_hash: string }; Returns: Json }
      read_scan_data: {
        Args: {
          p_after?: string
          p_event?: string
          p_filter?: Json
          p_limit?: number
          p_show?: string
          p_sort?: string
          p_step?: number
        }
        Returns: Json
      }
      read_second_factor: { Args: Record<PropertyKey, never>; Returns: Json }
      read_share_card: { Args: { p_id: string }; Returns: Json }
      read_shell: { Args: Record<PropertyKey, never>; Returns: Json }
      read_shipping: { Args: Record<PropertyKey, never>; Returns: Json }
      read_shop_code: {
        Args: { p_id?: string; p_products?: string[]; p_search?: string }
        Returns: Json
      }
      read_shop_codes: {
        Args: { p_after?: string; p_limit?: number }
        Returns: Json
      }
      read_shop_report: {
        Args: {
          p_compare?: boolean
          p_days?: number
          p_from?: string
          p_product?: string
          p_to?: string
        }
        Returns: Json
      }
      read_sources_report: {
        Args: {
          p_compare?: boolean
          p_days?: number
          p_device?: string
          p_from?: string
          p_to?: string
          p_touch?: string
        }
        Returns: Json
      }
      read_staff_frame: { Args: Record<PropertyKey, never>; Returns: Json }
      read_staff_invitation: {
        Args: { p_token_hash: string; p_user: string }
        Returns: Json
      }
      read_staff_mail: { Args: { p_mail: string }; Returns: Json }
      read_staff_order: { Args: { p_code: string }; Returns: Json }
      read_staff_transfer: { Args: { p_ticket: string }; Returns: Json }
      read_station: {
        Args: { p_event: string; p_point: string }
        Returns: Json
      }
      read_stream_access: { Args: { p_stream: string }; Returns: Json }
      read_stream_choices: { Args: { p_stream?: string }; Returns: Json }
      read_stream_desk: { Args: { p_stream: string }; Returns: Json }
      read_stream_source: { Args: { p_stream: string }; Returns: Json }
      read_subscription_link: { Args: { p_token_hash: string }; Returns: Json }
      read_supplement: {
        Args: { p_code: string; p_owner: string; p_token_hash: string }
        Returns: Json
      }
      read_tickets_by_link: { Args: { p_token_hash: string }; Returns: Json }
      read_today: { Args: Record<PropertyKey, never>; Returns: Json }
      read_transfer_by_link: {
        Args: { p_token_hash: string; p_user: string }
        Returns: Json
      }
      read_transfers: { Args: Record<PropertyKey, never>; Returns: Json }
      read_transfers_by_link: { Args: { p_token_hash: string }; Returns: Json }
      read_unanswered: { Args: Record<PropertyKey, never>; Returns: Json }
      read_variant_stock: {
        Args: { p_before?: number; p_limit?: number; p_variant: string }
        Returns: Json
      }
      read_waitlist_link: { Args: { p_token_hash: string }; Returns: Json }
      read_wallet_pass: {
        Args: { p_generation: number; p_ticket: string }
        Returns: Json
      }
      record_click: {
        Args: {
          p_code: string
          p_event: string
          p_person: string
          p_visit: string
        }
        Returns: boolean
      }
      record_dispute_evidence: { Args: { p_dispute: string }; Returns: string }
      record_export: {
        Args: { p_filters?: Json; p_list: string; p_reason?: string }
        Returns: undefined
      }
      record_factor_change: {
        Args: {
          p_change: string
          p_factor: string
          p_session: string
          p_user: string
        }
        Returns: boolean
      }
      record_mail_event: {
        Args: {
          p_address: string
          p_at: string
          p_key: string
          p_kind: string
          p_note: string
          p_provider: string
          p_refs: string[]
        }
        Returns: boolean
      }
      record_proof: {
        Args: { p_session: string; p_user: string }
        Returns: undefined
      }
      record_refund: {
        Args: {
          p_error?: string
          p_provider_ref?: string
          p_refund: string
          p_status: string
        }
        Returns: string
      }
      record_views: { Args: { p_views: Json }; Returns: Json }
      recount_zone: {
        Args: {
          p_counted: number
          p_reason: string
          p_recount: string
          p_zone: string
        }
        Returns: Json
      }
      refund_limit: {
        Args: { p_name: string; p_network: string; p_subject: string }
        Returns: undefined
      }
      refund_order: {
        Args: {
          p_amount_cents: number
          p_key: string
          p_notify?: boolean
          p_order: string
          p_override?: boolean
          p_reason: string
          p_restock?: boolean
          p_split?: boolean
          p_tickets?: string[]
          p_void: boolean
        }
        Returns: Json
      }
      refund_own_unclaimed: {
        Args: { p_code: string; p_key: string }
        Returns: Json
      }
      refund_stream_pass: {
        Args: { p_code: string; p_reason: string; p_stream: string }
        Returns: undefined
      }
      refund_stream_passes: {
        Args: { p_reason: string; p_stream: string }
        Returns: Json
      }
      refund_unclaimed_by_link: {
        Args: { p_key: string; p_token_hash: string }
        Returns: Json
      }
      register_pass_device: {
        Args: {
          p_device: string
          p_generation: number
          p_push_token: string
          p_ticket: string
        }
        Returns: boolean
      }
      reinstate_account: {
        Args: { p_reason: string; p_user: string }
        Returns: undefined
      }
      reissue_my_ticket: {
        Args: { p_generation: number; p_ticket: string }
        Returns: Json
      }
      reissue_ticket_by_link: {
        Args: { p_generation: number; p_ticket: string; p_token_hash: string }
        Returns: Json
      }
      release_case: { Args: { p_case: string }; Returns: undefined }
      release_hold: { Args: { p_hold: string; p_owner: string }; Returns: Json }
      release_table: {
        Args: { p_booking: string; p_event: string; p_reason: string }
        Returns: Json
      }
      remind_of_allocations: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      remove_door_place: {
        Args: { p_event: string; p_place: string }
        Returns: undefined
      }
      remove_guests: { Args: { p_entries: string[] }; Returns: number }
      remove_second_factor: {
        Args: { p_reason: string; p_user: string }
        Returns: undefined
      }
      remove_waitlist_entry: {
        Args: { p_entry: string; p_reason: string }
        Returns: undefined
      }
      rename_my_ticket: {
        Args: { p_name: string; p_ticket: string }
        Returns: Json
      }
      rename_ticket_by_link: {
        Args: { p_name: string; p_ticket: string; p_token_hash: string }
        Returns: Json
      }
      renew_job: { Args: { p_id: number; p_lease: string }; Returns: string }
      renew_playback: {
        Args: { p_seconds?: number; p_session: string }
        Returns: Json
      }
      reopen_campaign: { Args: { p_id: string }; Returns: Json }
      replace_recovery_codes: {
        Args: { p_first: boolean; p_hashes: string[]; p_user: string }
        Returns: undefined
      }
      report_chat_message: {
        Args: { p_message: string; p_reason: string }
        Returns: undefined
      }
      report_door_device: {
        Args: { p_device: string; p_event: string; p_report: Json }
        Returns: Json
      }
      report_ingest: {
        Args: { p_report: Json; p_stream: string }
        Returns: Json
      }
      report_my_scan: {
        Args: { p_scan: string; p_ticket: string }
        Returns: Json
      }
      report_post: {
        Args: { p_note?: string; p_post: string; p_reason: string }
        Returns: Json
      }
      report_replay: { Args: { p_stream: string }; Returns: undefined }
      report_scan_by_link: {
        Args: { p_scan: string; p_ticket: string; p_token_hash: string }
        Returns: Json
      }
      request_deletion: { Args: Record<PropertyKey, never>; Returns: string }
      request_subscription: {
        Args: {
          p_address_hash: string
          p_email: string
          p_text_version: string
        }
        Returns: undefined
      }
      resend_staff_invitation: { Args: { p_id: string }; Returns: undefined }
      resend_ticket_mails: {
        Args: { p_codes: string[]; p_hurry_reason?: string; p_key: string }
        Returns: Json
      }
      reset_limit: {
        Args: { p_name: string; p_subject: string }
        Returns: undefined
      }
      resolve_hand_over: {
        Args: { p_fulfilment: string; p_outcome: string; p_scan: string }
        Returns: Json
      }
      resolve_refund: {
        Args: {
          p_method: string
          p_reason: string
          p_reference: string
          p_refund: string
        }
        Returns: string
      }
      resolve_scan_conflict: {
        Args: {
          p_keeps_body: boolean
          p_outcome: string
          p_reason: string
          p_scan: string
        }
        Returns: Json
      }
      resolve_scan_report: {
        Args: { p_outcome: string; p_reason?: string; p_report: string }
        Returns: Json
      }
      restore_campaign_template: {
        Args: { p_template: string; p_version: number }
        Returns: number
      }
      resume_campaign: { Args: { p_id: string }; Returns: Json }
      resume_stream: { Args: { p_stream: string }; Returns: Json }
      retry_changed_order: {
        Args: { p_key: string; p_providers?: string[] }
        Returns: string
      }
      retry_event_change: { Args: { p_change: string }; Returns: number }
      retry_failure: {
        Args: { p_id: string; p_kind: string }
        Returns: boolean
      }
      retry_parked_events: { Args: Record<PropertyKey, never>; Returns: number }
      retry_refund: { Args: { p_refund: string }; Returns: string }
      return_ticket: {
        Args: { p_ticket: string; p_token_hash: string; p_user: string }
        Returns: Json
      }
      reveal_venues: { Args: Record<PropertyKey, never>; Returns: Json }
      review_campaign: {
        Args: {
          p_approves: boolean
          p_id: string
          p_note?: string
          p_version: number
        }
        Returns: Json
      }
      revoke_allocation: {
        Args: { p_allocation: string; p_reason: string }
        Returns: number
      }
      revoke_comp: {
        Args: { p_id: string; p_reason: string }
        Returns: undefined
      }
      revoke_door_device: {
        Args: { p_device: string; p_event: string; p_reason: string }
        Returns: Json
      }
      revoke_grant: { Args: { p_grant: string }; Returns: undefined }
      revoke_staff_invitation: { Args: { p_id: string }; Returns: undefined }
      rotate_stream_key: {
        Args: { p_key_hash: string; p_stream: string }
        Returns: Json
      }
      run_comp_jobs: { Args: Record<PropertyKey, never>; Returns: Json }
      run_event_changes: {
        Args: { p_limit?: number; p_providers?: string[] }
        Returns: number
      }
      run_goods_jobs: { Args: { p_limit?: number }; Returns: Json }
      run_pass_refund: { Args: { p_pass: string }; Returns: boolean }
      run_stream_clock: { Args: Record<PropertyKey, never>; Returns: number }
      run_waitlist: { Args: { p_event: string }; Returns: number }
      sanction_account: {
        Args: {
          p_kind: string
          p_reason: string
          p_until?: string
          p_user: string
        }
        Returns: undefined
      }
      sanction_chatter: {
        Args: { p_message: string; p_step: string }
        Returns: undefined
      }
      save_artist: { Args: { p_artist: Json }; Returns: string }
      save_audience: {
        Args: {
          p_definition: Json
          p_id: string
          p_name: string
          p_version?: number
        }
        Returns: string
      }
      save_campaign: {
        Args: { p_content: Json; p_id: string; p_version: number }
        Returns: Json
      }
      save_campaign_audience: {
        Args: { p_audience: Json; p_id: string; p_version: number }
        Returns: number
      }
      save_campaign_template: {
        Args: { p_campaign: string; p_name: string; p_template: string }
        Returns: string
      }
      save_canned_reply: {
        Args: { p_id: string; p_rule: string; p_text: string; p_title: string }
        Returns: string
      }
      save_code: { Args: { p_code: Json }; Returns: string }
      save_collection: {
        Args: {
          p_archived: boolean
          p_id: string
          p_name: string
          p_position: number
          p_version: number
        }
        Returns: string
      }
      save_door_gate: {
        Args: {
          p_event: string
          p_gate: string
          p_name: string
          p_types: string[]
          p_zone: string
        }
        Returns: string
      }
      save_door_zone: {
        Args: {
          p_capacity: number
          p_event: string
          p_name: string
          p_zone: string
        }
        Returns: string
      }
      save_event: { Args: { p_event: Json; p_key?: string }; Returns: string }
      save_event_draft: {
        Args: { p_event: string; p_form: Json; p_tab: string }
        Returns: string
      }
      save_event_promoter: {
        Args: { p_event: string; p_fields: Json }
        Returns: string
      }
      save_guest_list: { Args: { p_list: Json }; Returns: string }
      save_mail_preferences: {
        Args: {
          p_address_hash: string
          p_enabled: string[]
          p_text_version: string
          p_token_hash: string
        }
        Returns: boolean
      }
      save_mail_wording: {
        Args: {
          p_closing: string
          p_intro: string
          p_kind: string
          p_subject: string
          p_version: number
        }
        Returns: number
      }
      save_notifications: {
        Args: {
          p_address_hash: string
          p_enabled: string[]
          p_text_version: string
          p_user: string
        }
        Returns: boolean
      }
      save_privacy: {
        Args: {
          p_analytics_allowed: boolean
          p_badges_public: boolean
          p_card_public: boolean
        }
        Returns: undefined
      }
      save_product: {
        Args: { p_id: string; p_product: Json; p_version: number }
        Returns: string
      }
      save_product_picture: {
        Args: {
          p_alt: string
          p_path: string
          p_picture: string
          p_product: string
          p_value: string
        }
        Returns: string
      }
      save_product_variants: {
        Args: { p_id: string; p_variants: Json; p_version: number }
        Returns: undefined
      }
      save_profile: {
        Args: {
          p_bio: string
          p_city: string
          p_display_name: string
          p_username: string
        }
        Returns: undefined
      }
      save_series: {
        Args: { p_description: string; p_id: string; p_name: string }
        Returns: undefined
      }
      save_shipping: {
        Args: {
          p_fields: Json
          p_id: string
          p_kind: string
          p_version: number
        }
        Returns: string
      }
      save_shop_code: { Args: { p_code: Json }; Returns: string }
      save_stock_place: {
        Args: { p_archive?: boolean; p_id: string; p_name: string }
        Returns: string
      }
      save_stream: {
        Args: { p_fields: Json; p_stream: string; p_version: number }
        Returns: Json
      }
      save_view: {
        Args: { p_name: string; p_page: string; p_query: string }
        Returns: string
      }
      schedule_campaign: {
        Args: { p_id: string; p_send_at?: string; p_version: number }
        Returns: Json
      }
      schedule_stream: { Args: { p_stream: string }; Returns: Json }
      search_site: {
        Args: { p_limit?: number; p_query: string }
        Returns: Json
      }
      search_staff: {
        Args: { p_limit?: number; p_query: string }
        Returns: Json
      }
      send_campaign_test: {
        Args: { p_id: string; p_mail: Json; p_version: number }
        Returns: string
      }
      send_chat_message: {
        Args: {
          p_body: string
          p_key?: string
          p_reply_to?: string
          p_stream: string
        }
        Returns: Json
      }
      send_comp: { Args: { p_id: string }; Returns: Json }
      send_promoter_link: {
        Args: { p_event_promoter: string }
        Returns: undefined
      }
      send_tickets_once: {
        Args: {
          p_email: string
          p_key: string
          p_order: string
          p_reason: string
        }
        Returns: Json
      }
      set_artist_picture: {
        Args: { p_alt: string; p_id: string; p_path: string }
        Returns: undefined
      }
      set_avatar: { Args: { p_path: string; p_user: string }; Returns: string }
      set_code_state: {
        Args: { p_id: string; p_state: string }
        Returns: string
      }
      set_comp_cap: {
        Args: { p_event: string; p_percent: number }
        Returns: undefined
      }
      set_comp_quota: {
        Args: { p_issuer: string; p_places: number }
        Returns: undefined
      }
      set_delivery: {
        Args: { p_choice: Json; p_hold: string; p_key: string; p_owner: string }
        Returns: Json
      }
      set_event_password: {
        Args: { p_id: string; p_password: string }
        Returns: undefined
      }
      set_event_picture: {
        Args: { p_alt: string; p_id: string; p_path: string }
        Returns: undefined
      }
      set_event_status: {
        Args: {
          p_goods?: string
          p_id: string
          p_note?: string
          p_status: string
        }
        Returns: undefined
      }
      set_event_thread: {
        Args: {
          p_event: string
          p_locked: boolean
          p_mode: string
          p_slow_seconds: number
        }
        Returns: undefined
      }
      set_product_status: {
        Args: { p_id: string; p_status: string; p_version: number }
        Returns: undefined
      }
      set_role: {
        Args: { p_reason: string; p_role: string; p_user: string }
        Returns: undefined
      }
      set_stream_picture: {
        Args: { p_alt: string; p_path: string; p_stream: string }
        Returns: undefined
      }
      set_stream_reminder: {
        Args: {
          p_address_hash: string
          p_on: boolean
          p_stream: string
          p_text_version: string
          p_user: string
        }
        Returns: string
      }
      set_stream_replay: {
        Args: { p_hours: number; p_on: boolean; p_stream: string }
        Returns: Json
      }
      set_stream_source: {
        Args: { p_config: Json; p_kind: string; p_stream: string }
        Returns: Json
      }
      set_waitlist_mode: {
        Args: { p_event: string; p_goes_first: boolean }
        Returns: undefined
      }
      settle_guest_lists: { Args: Record<PropertyKey, never>; Returns: number }
      show_in_company: {
        Args: { p_event: string; p_shown: boolean }
        Returns: undefined
      }
      show_place_split: {
        Args: { p_event: string; p_shown: boolean }
        Returns: undefined
      }
      start_campaign: {
        Args: {
          p_id: string
          p_now?: string
          p_snapshot: Json
          p_version: number
        }
        Returns: string
      }
      start_checkout: {
        Args: {
          p_code?: string
          p_key: string
          p_network?: string
          p_owner: string
          p_take_what_is_left: boolean
        }
        Returns: Json
      }
      start_mail: { Args: { p_id: string }; Returns: Json }
      start_refund: {
        Args: { p_providers?: string[]; p_refund: string }
        Returns: Json
      }
      stop_campaign: {
        Args: { p_id: string; p_reason?: string }
        Returns: Json
      }
      store_answer: {
        Args: { p_blocks: Json; p_tools: Json; p_turn: string }
        Returns: undefined
      }
      store_clicks: {
        Args: { p_clicks: Json; p_device?: string; p_event: string }
        Returns: Json
      }
      store_link_preview: {
        Args: {
          p_description: string
          p_post: string
          p_site: string
          p_title: string
          p_url: string
        }
        Returns: undefined
      }
      store_mux_recording: {
        Args: { p_playback: string; p_stream: string }
        Returns: undefined
      }
      store_payment_ref: {
        Args: { p_payment: string; p_provider_ref: string }
        Returns: undefined
      }
      submit_campaign: {
        Args: { p_id: string; p_version: number }
        Returns: Json
      }
      suggest_people: { Args: { p_prefix: string }; Returns: Json }
      sweep: { Args: Record<PropertyKey, never>; Returns: Json }
      sweep_waitlists: { Args: Record<PropertyKey, never>; Returns: Json }
      take_allocated_place: {
        Args: { p_owner: string; p_token_hash: string }
        Returns: string
      }
      take_back_place: {
        Args: { p_member: string; p_place: string }
        Returns: undefined
      }
      take_draft: { Args: { p_draft: string; p_token: string }; Returns: Json }
      take_totp_code: {
        Args: { p_code_hash: string; p_user: string }
        Returns: boolean
      }
      take_waitlist_offer: {
        Args: { p_owner: string; p_token_hash: string }
        Returns: string
      }
      tend_campaigns: { Args: { p_now?: string }; Returns: number }
      undo_check_in: {
        Args: {
          p_event: string
          p_reason: string
          p_scan_uid: string
          p_ticket: string
        }
        Returns: Json
      }
      undo_factors: { Args: { p_token_hash: string }; Returns: Json }
      undo_guests: {
        Args: {
          p_event: string
          p_reason: string
          p_scan: string
          p_scan_uid: string
        }
        Returns: Json
      }
      undo_merge: { Args: { p_merge: string; p_reason: string }; Returns: Json }
      unlist_ticket: {
        Args: { p_ticket: string; p_token_hash: string; p_user: string }
        Returns: undefined
      }
      unlock_code: {
        Args: { p_code: string; p_event: string; p_owner: string }
        Returns: Json
      }
      unlock_event: {
        Args: { p_password_id: string; p_user: string }
        Returns: boolean
      }
      upload_guests: {
        Args: {
          p_device: string
          p_event: string
          p_offset_ms: number
          p_scans: Json
        }
        Returns: Json
      }
      upload_hand_overs: {
        Args: {
          p_device: string
          p_event: string
          p_handed: Json
          p_offset_ms: number
        }
        Returns: Json
      }
      upload_scans: {
        Args: {
          p_device: string
          p_event: string
          p_offset_ms: number
          p_scans: Json
        }
        Returns: Json
      }
      use_alert_link: { Args: { p_token_hash: string }; Returns: string }
      use_email_undo: { Args: { p_token_hash: string }; Returns: undefined }
      use_password_reset: { Args: { p_token_hash: string }; Returns: Json }
      use_recovery_code: {
        Args: { p_code_hash: string; p_session: string; p_user: string }
        Returns: number
      }
      username_free: { Args: { p_username: string }; Returns: boolean }
      view_at_door: {
        Args: { p_event: string; p_gate?: string; p_ticket: string }
        Returns: Json
      }
      waive_door_ready: {
        Args: { p_device: string; p_event: string; p_reason: string }
        Returns: Json
      }
      withdraw_own_refund: {
        Args: { p_code: string; p_refund: string }
        Returns: string
      }
      withdraw_refund_by_link: {
        Args: { p_refund: string; p_token_hash: string }
        Returns: string
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
